#!/usr/bin/env python3
"""Each public header has a test of its name, which includes it first: each_has_a_test.py ROOT

include/abut/FOLDER/NAME.h is tested by tests/FOLDER/NAME_test.cpp, the C interface in tests/capi/; a header directly in
include/abut/ by a NAME_test.cpp in the folder where its functions are tested. What comes first in the test shows that
the header needs no other before it.
"""
import re
import sys
from pathlib import Path

FOLDERS = {"c": "capi"}  # all others have their own names
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.MULTILINE)


def headers(root):
    public = root / "include/abut"
    return sorted(p.relative_to(root / "include") for p in public.rglob("*.h"))


def places(root, header):
    """Where a test of this header may be: paths below `root`."""
    name = f"{header.stem}_test.cpp"
    if len(header.parts) == 2:
        return sorted(p.relative_to(root) for p in root.glob(f"tests/*/{name}"))
    folder = header.parts[1]
    return [Path("tests", FOLDERS.get(folder, folder), *header.parts[2:-1], name)]


def first_include(path):
    match = INCLUDE.search(path.read_text(encoding="utf-8"))
    return match.group(1) if match else None


def faults(root):
    for header in headers(root):
        tests = [p for p in places(root, header) if (root / p).is_file()]
        if not tests:
            wanted = places(root, header) or [f"a {header.stem}_test.cpp in tests/"]
            yield f"include/{header}: has no test of its name: {wanted[0]}"
        elif not any(first_include(root / p) == str(header) for p in tests):
            yield f"{tests[0]}: does not include {header} first"


def main():
    root = Path(sys.argv[1]).resolve()
    found = list(faults(root))
    print("\n".join(found) if found else f"each of {len(headers(root))} public headers has a test of its name")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
