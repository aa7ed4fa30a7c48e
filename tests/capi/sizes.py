#!/usr/bin/env python3
"""The C interface's structures have the sizes of the committed list: sizes.py COMPILER INCLUDE LIST [--write]

Programs that are compiled already have these sizes in them. So a size changes only with a new version (before 1.0 a minor
one), and --write keeps to that: it takes new structures, and other sizes only where the version of the header is another.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path


def structures(include):
    text = "\n".join(p.read_text(encoding="utf-8") for p in sorted(Path(include).glob("abut/c/*.h")))
    return sorted(re.findall(r"^typedef struct (abut_\w+) \{", text, re.MULTILINE))


def found_sizes(compiler, include):
    """(version, {structure: bytes}) as the compiler sees them."""
    names = structures(include)
    lines = "".join(f'  printf("{n} %u\\n", (unsigned)sizeof({n}));\n' for n in names)
    program = ('#include <abut/abut_c.h>\n#include <stdio.h>\nint main(void) {\n'
               f'  printf("%d %d\\n", ABUT_C_MAJOR, ABUT_C_MINOR);\n{lines}  return 0;\n}}\n')
    with tempfile.TemporaryDirectory() as folder:
        source, binary = Path(folder) / "sizes.c", Path(folder) / "sizes"
        source.write_text(program, encoding="utf-8")
        subprocess.run([compiler, "-x", "c", "-std=c99", f"-I{include}", source, "-o", binary], check=True)
        out = subprocess.run([binary], check=True, text=True, stdout=subprocess.PIPE).stdout.splitlines()
    major, minor = out[0].split()
    version = f"0.{minor}" if major == "0" else major
    return version, dict((name, int(size)) for name, size in (line.split() for line in out[1:]))


def listed_sizes(path):
    lines = Path(path).read_text(encoding="utf-8").split("\n")
    return lines[0].removeprefix("version "), dict((n, int(s)) for n, s in (line.split() for line in lines[1:] if line))


def faults_of(found, listed):
    """What programs of the list's version would not survive; empty where the version is another one."""
    (version, sizes), (listed_version, listed_ones) = found, listed
    if version != listed_version:
        return []
    faults = [f"{n} has {sizes[n]} bytes, and {size} in the list of version {version}: a new version is needed"
              for n, size in listed_ones.items() if n in sizes and sizes[n] != size]
    return faults + [f"{n} is gone, and in the list of version {version}" for n in sorted(set(listed_ones) - set(sizes))]


def main(compiler, include, path, *options):
    found = found_sizes(compiler, include)
    listed = listed_sizes(path) if Path(path).exists() else ("", {})
    faults = faults_of(found, listed)
    if options == ("--write",) and not faults:
        text = f"version {found[0]}\n" + "".join(f"{name} {size}\n" for name, size in sorted(found[1].items()))
        Path(path).write_text(text, encoding="utf-8")
        listed = found
    if not faults and found[0] != listed[0]:
        faults = [f"the list is of version {listed[0]}, the header of {found[0]}; make it anew by --write"]
    if not faults:
        faults = [f"new, not in {path}: {name}; --write adds it" for name in sorted(set(found[1]) - set(listed[1]))]
    print("\n".join(faults) if faults else f"{len(found[1])} structures, as listed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
