"""Finds fused products in the objects of host/exec/isa/ that no source asks for: docs/notes/gcc.md, "fused pairs".

usage: fused_pairs.py OBJDUMP OBJECT...

g++ 12 makes a product that is subtracted from beside one that is added to into one instruction (vfmaddsub, vfmsubadd),
which rounds once instead of twice, with contraction off. The source asks for fused products by `fma` alone, which never
becomes one of these, so none may be there.
"""

import re
import subprocess
import sys

FUSED = re.compile(r"\bvfm(?:addsub|subadd)\d*[ps][sdh]\b")
FUNCTION = re.compile(r"^[0-9a-f]+ <(.*)>:$")


def faults(disassembly):
    """(function, how many there are in it), in the order of functions."""
    found, function = {}, "?"
    for line in disassembly.splitlines():
        head = FUNCTION.match(line)
        if head:
            function = head.group(1)
        elif FUSED.search(line):
            found[function] = found.get(function, 0) + 1
    return list(found.items())


def main(objdump, *objects):
    wrong = instructions = 0
    for path in objects:
        command = [objdump, "--disassemble", "--demangle", "--no-show-raw-insn", path]
        text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        instructions += text.count("\n")
        for function, count in faults(text):
            print(f"{path}: {function}: {count} pairs of a fused sum and difference that no source asks for")
            wrong += 1
    if not instructions:
        print("nothing is disassembled: are there objects?")
        return 1
    print(f"{len(objects)} objects, {instructions} lines, {wrong} functions with fused pairs")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
