#!/usr/bin/env python3
"""The C interface's structures have the sizes of the committed list: sizes.py COMPILER INCLUDE LIST [--write]

A line of the list is a structure's name, its bytes and its fields. Programs that are compiled already have these in them. So
they change only with a new version (before 1.0 a minor one), and --write keeps to that: it takes new structures, and other
ones only where the version of the header is another. But a structure that begins with `size` tells how much of it a program
has: it may have more fields behind the others. And a field that was `unused` may get a name.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path


def field_of(declarator):
    """The name in `*name`, `name[3]` or `(*name)(arguments)`."""
    function = re.search(r"\(\s*\*\s*(\w+)\s*\)\s*\(", declarator)
    return function.group(1) if function else re.search(r"(\w+)\s*(\[[^\]]*\]\s*)*$", declarator.strip()).group(1)


def fields_of(body):
    """The names of a structure's fields, in their order."""
    names = []
    for declaration in re.sub(r"/\*.*?\*/", "", body, flags=re.S).split(";"):
        if declaration.strip():
            one = "(*" in declaration.replace(" ", "")
            names += [field_of(d) for d in ([declaration] if one else declaration.split(","))]
    return names


def structures(include):
    """{structure: its fields}"""
    text = "\n".join(p.read_text(encoding="utf-8") for p in sorted(Path(include).glob("abut/c/*.h")))
    found = re.findall(r"^typedef struct (abut_\w+) \{(.*?)^\}", text, re.MULTILINE | re.DOTALL)
    return {name: fields_of(body) for name, body in sorted(found)}


def found_layouts(compiler, include):
    """(version, {structure: (bytes, {field: its offset})}) as the compiler sees them."""
    of = structures(include)
    lines = "".join(f'  printf("{n} %u\\n", (unsigned)sizeof({n}));\n' +
                    "".join(f'  printf("{n} {f} %u\\n", (unsigned)offsetof({n}, {f}));\n' for f in fields)
                    for n, fields in of.items())
    program = ('#include <abut/abut_c.h>\n#include <stddef.h>\n#include <stdio.h>\nint main(void) {\n'
               f'  printf("%d %d\\n", ABUT_C_MAJOR, ABUT_C_MINOR);\n{lines}  return 0;\n}}\n')
    with tempfile.TemporaryDirectory() as folder:
        source, binary = Path(folder) / "sizes.c", Path(folder) / "sizes"
        source.write_text(program, encoding="utf-8")
        subprocess.run([compiler, "-x", "c", "-std=c99", f"-I{include}", source, "-o", binary], check=True)
        out = subprocess.run([binary], check=True, text=True, stdout=subprocess.PIPE).stdout.splitlines()
    major, minor = out[0].split()
    layouts = {}
    for name, *field, number in (line.split() for line in out[1:]):
        if field:
            layouts[name][1][field[0]] = int(number)
        else:
            layouts[name] = (int(number), {})
    return f"0.{minor}" if major == "0" else major, layouts


def listed_layouts(path):
    """(version, {structure: (bytes, its fields)})"""
    lines = [line.split() for line in Path(path).read_text(encoding="utf-8").splitlines()]
    return lines[0][1], {name: (int(size), fields) for name, size, *fields in lines[1:]}


def same_fields(now, before):
    return len(now) == len(before) and all(a == b or b.startswith("unused") for a, b in zip(now, before))


def fault_of(name, now, before):
    """What programs that have the structure as it was would not survive, or None."""
    (size, offsets), (listed_size, listed_fields) = now, before
    fields = list(offsets)
    kept = fields[: len(listed_fields)]
    if size == listed_size and same_fields(fields, listed_fields):
        return None
    if not same_fields(kept, listed_fields):
        return f"{name} has the fields {' '.join(fields)}, and {' '.join(listed_fields)} in the list"
    # The first new field where the structure ended.
    if kept[:1] == ["size"] and len(fields) > len(kept) and offsets[fields[len(kept)]] == listed_size:
        return None
    return f"{name} has {size} bytes, and {listed_size} in the list"


def faults_of(found, listed):
    """The same of all; empty where the version is another one."""
    (version, layouts), (listed_version, listed_ones) = found, listed
    if version != listed_version:
        return []
    gone = [f"{n} is gone, and in the list of version {version}" for n in sorted(set(listed_ones) - set(layouts))]
    told = [fault_of(n, layouts[n], before) for n, before in listed_ones.items() if n in layouts]
    return [f"{text} of version {version}: a new version is needed" for text in told if text] + gone


def main(compiler, include, path, *options):
    found = found_layouts(compiler, include)
    lines = {name: " ".join([name, str(size), *offsets]) for name, (size, offsets) in sorted(found[1].items())}
    made = "".join(line + "\n" for line in [f"version {found[0]}", *lines.values()])
    listed = listed_layouts(path) if Path(path).exists() else ("", {})
    faults = faults_of(found, listed)
    if options == ("--write",) and not faults:
        Path(path).write_text(made, encoding="utf-8")
        listed = listed_layouts(path)
    if not faults and found[0] != listed[0]:
        faults = [f"the list is of version {listed[0]}, the header of {found[0]}; make it anew by --write"]
    if not faults:
        old = set(Path(path).read_text(encoding="utf-8").splitlines())
        faults = [f"new, not in {path}: {line}; --write adds it" for line in lines.values() if line not in old]
    print("\n".join(faults) if faults else f"{len(lines)} structures, as listed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
