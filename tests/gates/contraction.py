"""Holds PTX made with the flags that Abut::headers exports against PTX made with nvcc's own.

usage: contraction.py PTX_WITH_FLAGS PTX_WITHOUT_FLAGS

nvcc merges a product and a sum behind it in two places: the front end, which writes an fma into the PTX, and ptxas, for
products and sums whose rounding the PTX leaves open (mul.f64 and not mul.rn.f64). So with the flags every product, sum
and difference in the PTX has its rounding named, and no fma stands there but those that the source asks for; without
them there are open ones, and more fma. The sums that the exact predicates rest on are named either way.
"""

import collections
import pathlib
import re
import sys

INSTRUCTION = re.compile(r"^\s*(?:@!?%p\d+\s+)?(fma|mul|add|sub)\.((?:rn\.)?)(?:ftz\.)?(f32|f64)\s", re.MULTILINE)


def count(ptx):
    """How many instructions of each kind: (name, whether its rounding is named) -> number."""
    return collections.Counter((name, bool(named)) for name, named, _ in INSTRUCTION.findall(ptx))


def faults(with_flags, without_flags):
    """What is wrong, one line each."""
    wrong = []
    own, other = count(with_flags), count(without_flags)
    open_own = sum(own[name, False] for name in ("mul", "add", "sub"))
    open_other = sum(other[name, False] for name in ("mul", "add", "sub"))
    if open_own:
        wrong.append(f"with the flags {open_own} products and sums leave their rounding open")
    if not any(own[name, True] for name in ("mul", "add", "sub")):
        wrong.append("with the flags there is no product and no sum at all")
    if not open_other:
        wrong.append("without the flags nothing is open to be merged: are they there too?")
    if other["fma", True] <= own["fma", True]:
        wrong.append(f"without the flags there are {other['fma', True]} fma, with them {own['fma', True]}: none merged")
    if not other["add", True] or not other["sub", True]:
        wrong.append("without the flags no sum is named: the exact predicates' have to be")
    return wrong


def main(arguments):
    texts = [pathlib.Path(argument).read_text(encoding="utf-8") for argument in arguments]
    wrong = faults(*texts)
    for line in wrong:
        print(line)
    for name, text in zip(("with the flags", "without"), texts):
        numbers = count(text)
        shown = ", ".join(f"{n}{'.rn' if named else ''} {k}" for (n, named), k in sorted(numbers.items()))
        print(f"{name}: {shown}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
