#!/usr/bin/env python3
"""The symbols that the library exports are those of the committed list: symbols.py NM LIBRARY HEADERS LIST [--write]

A name that is gone or has another version breaks programs that are linked already. The headers have to declare
the same functions.
"""
import re
import subprocess
import sys
from pathlib import Path


def exported(nm, library):
    lines = subprocess.run([nm, "-D", "--defined-only", "--with-symbol-versions", library], text=True, check=True,
                           stdout=subprocess.PIPE).stdout.splitlines()
    # The version itself is a symbol too.
    return sorted(f"{kind} {name}" for _, kind, name in (line.split() for line in lines) if kind != "A")


def declared(headers):
    text = "\n".join(p.read_text(encoding="utf-8") for p in sorted(Path(headers).glob("c/*.h")))
    return set(re.findall(r"ABUT_C_API[^;(]*?\b(abut_\w+)\(", text))


def main(nm, library, headers, path, *options):
    found = exported(nm, library)
    names = {line.split()[1].split("@")[0] for line in found}
    faults = [f"declared, but not exported: {name}" for name in sorted(declared(headers) - names)]
    faults += [f"exported, but not declared: {name}" for name in sorted(names - declared(headers))]
    if options == ("--write",):
        Path(path).write_text("\n".join(found) + "\n", encoding="utf-8")
    committed = Path(path).read_text(encoding="utf-8").splitlines()
    faults += [f"gone: {line}" for line in sorted(set(committed) - set(found))]
    faults += [f"new, not in {path}: {line}" for line in sorted(set(found) - set(committed))]
    print("\n".join(faults) if faults else f"{len(found)} symbols, as listed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
