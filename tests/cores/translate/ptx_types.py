"""Types of PTX in C++, classes of instructions, and small helpers."""

import re

CT = {"pred": "bool", "f32": "float", "f64": "double"}
for n in (8, 16, 32, 64):
    CT[f"u{n}"] = CT[f"b{n}"] = f"uint{n}_t"
    CT[f"s{n}"] = f"int{n}_t"


def size(t):
    return 1 if t == "pred" else int(t[1:])


def isf(t):
    return t[0] == "f"


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
