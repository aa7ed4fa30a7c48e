"""Types of PTX in C++, classes of instructions, and small helpers."""

import functools
import re

CT = {"pred": "bool", "f32": "float", "f64": "double"}
for n in (8, 16, 32, 64):
    CT[f"u{n}"] = CT[f"b{n}"] = f"uint{n}_t"
    CT[f"s{n}"] = f"int{n}_t"


TYPE = re.compile(r"(?:[subf]|bf)(\d+)(?:x(\d))?")  # those of packed numbers end with how many


@functools.cache
def size(t):
    """In bits."""
    if t == "pred":
        return 1
    bits, count = TYPE.fullmatch(t).groups()
    return int(bits) * int(count or 1)


def isf(t):
    return t in ("f32", "f64")


def iss(t):
    return t[0] == "s"


def norm(t):
    return t if t == "pred" or isf(t) else f"u{size(t) if size(t) > 8 else 16}"


WORD = r"[A-Za-z_$%][\w$%]*"

CLASSES = ("float", "double", "integer", "memory", "control", "special", "warp")
MEMORY = ("ld", "ldu", "st", "atom", "red", "prefetch", "prefetchu")
CONTROL = ("bra", "brx", "ret", "exit", "call", "trap", "brkpt")
WARP = ("bar", "barrier", "shfl", "vote", "match", "redux", "activemask", "fence", "membar", "nanosleep")


def class_of(op):
    """Which of CLASSES an instruction is counted in."""
    p = op.split(".")
    if p[0] in MEMORY:
        return 4 - 1 if "param" not in op else 2
    if p[0] in CONTROL:
        return 4
    if p[0] in WARP:
        return 6
    if p[-1] in ("f32", "f64") and p[0] in ("div", "sqrt", "rcp", "rsqrt", "ex2", "lg2", "sin", "cos", "tanh"):
        return 5
    if "f64" in p:
        return 1
    if "f32" in p:
        return 0
    return 2


def strong_(q):
    return any(x in q for x in ("relaxed", "acquire", "release", "volatile", "mmio"))


class Unsupported(Exception):
    pass


def refuse_types(suffixes):
    """Raises Unsupported where an instruction is of a type that C++ has nothing for here."""
    for t in suffixes:
        if TYPE.fullmatch(t) and t not in CT:
            raise Unsupported("half precision" if "f16" in t else f"type {t}")


def clean(n):
    return re.sub(r"\W", "_", n.lstrip("%"))


def split_top(s):
    out, depth, cur = [], 0, ""
    for ch in s:
        if ch in "{[(":
            depth += 1
        if ch in "}])":
            depth -= 1
        if ch == "," and depth == 0:
            out.append(cur.strip())
            cur = ""
        else:
            cur += ch
    if cur.strip():
        out.append(cur.strip())
    return out
