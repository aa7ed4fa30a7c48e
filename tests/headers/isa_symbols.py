#!/usr/bin/env python3
"""Keeps wide code where it belongs: isa_symbols.py NM NAMESPACE OBJECT...

A weak symbol is one of which the linker keeps any copy it likes. Were one with a common name defined in an object that
is compiled for AVX-512, a machine without AVX-512 could be given that copy. So all weak symbols of such an object have
the instruction set's inline namespace in their name.
"""
import subprocess
import sys

WEAK = {"W", "V", "u"}


def weak_symbols(nm, object_file):
    """Mangled names of the weak symbols that the object defines."""
    listing = subprocess.run([nm, "--defined-only", "--format=posix", object_file], check=True, capture_output=True,
                             text=True).stdout
    for line in listing.splitlines():
        name, kind = line.split()[:2]
        if kind in WEAK:
            yield name


def faults(nm, namespace, objects):
    mangled = f"{len(namespace)}{namespace}"
    for object_file in objects:
        for name in weak_symbols(nm, object_file):
            if mangled not in name:
                yield f"{object_file}: weak symbol {name} is not in namespace {namespace}"


def main():
    nm, namespace, *objects = sys.argv[1:]
    if not objects:
        print("no object given")
        return 2
    found = list(faults(nm, namespace, objects))
    print("\n".join(found) if found else f"{len(objects)} objects keep their weak symbols in {namespace}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
