#!/usr/bin/env python3
"""No class of namespace abut is defined twice: one_definition.py ROOT

Two classes of one name in one namespace are undefined behaviour as soon as both are linked into one program, and no
compiler has to say so. Every class, structure, union and enumeration that is defined at namespace scope below `abut` is
found in the sources of the whole repository, whether or not they are linked together today; so are those of any other
namespace that has a name. Names in an unnamed namespace are a file's own; those in an inline one are its parent's too.
A file may define one under several conditions of its preprocessor, and each instruction set's header its own.
"""
import re
import sys
from collections import defaultdict
from pathlib import Path

FOLDERS = ("include", "host", "kernels", "examples", "bench", "tests", "cmake", "docs")
SUFFIXES = {".h", ".cuh", ".cpp", ".cu"}

NOISE = re.compile(r'''//[^\n]*|/\*.*?\*/|R"(?P<d>[^()\s\\]*)\(.*?\)(?P=d)"|"(?:\\.|[^"\\\n])*"|'''
                   r"""(?<![0-9A-Fa-f])'(?:\\.|[^'\\\n])+'""", re.S)
PREPROCESSOR = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.M)
NAMESPACE = re.compile(r"(?:inline\s+)?namespace\b\s*(?:\[\[.*?\]\]\s*)?(?P<name>[\w:\s]*)$", re.S)
ATTRIBUTE = r"(?:alignas|__\w+__)\s*\([^)]*\)|\[\[.*?\]\]"
TYPE = re.compile(r"\b(?:class|struct|union|enum(?:\s+(?:class|struct))?)\s+"
                  r"(?P<name>[A-Za-z_][\w:]*)\s*(?P<arguments><.*>)?\s*(?:final\s*)?(?::[^:].*)?$", re.S)
OF_SET = re.compile(r"_(avx2|avx512|neon|scalar)$")
TEMPLATE = re.compile(r"\btemplate\s*<")


def without_noise(text):
    """The text without comments, literals and the preprocessor's lines; as many lines as before."""
    blank = lambda match: "\n" * match.group().count("\n") or " "
    return PREPROCESSOR.sub(blank, NOISE.sub(blank, text))


def after_templates(head):
    """What follows the last list of template parameters of a declaration."""
    while (match := TEMPLATE.search(head)) is not None:
        depth, at = 1, match.end()
        while at < len(head) and depth > 0:
            depth += {"<": 1, ">": -1}.get(head[at], 0)
            at += 1
        head = head[at:]
    return head


def scope_of(head):
    """(what a brace after these words opens, its name)."""
    head = re.sub(ATTRIBUTE, " ", head, flags=re.S).strip()
    if head == "extern":  # "C"
        return "linkage", ""
    match = NAMESPACE.search(head)
    if match is not None and not head.endswith(")"):
        name = re.sub(r"\s", "", match.group("name"))
        return ("inline" if head.startswith("inline") else "namespace"), name
    head = after_templates(head)
    match = TYPE.search(head)
    if match is not None and "(" not in head[: match.end("name")]:
        return "type", match.group("name") + re.sub(r"\s", "", match.group("arguments") or "")
    return "other", ""


def definitions(text):
    """(qualified name, line) of every type that is defined at namespace scope, but not in an unnamed namespace."""
    text = without_noise(text)
    scopes, head, line = [], [], 1
    for c in text:
        line += c == "\n"
        if c == "{":
            kind, name = scope_of("".join(head))
            if kind == "type" and all(k == "linkage" or (k in ("namespace", "inline") and n) for k, n in scopes):
                yield "::".join([n for k, n in scopes if k == "namespace"] + [name]), line
            scopes.append((kind, name))
            head = []
        elif c == "}":
            if scopes:
                scopes.pop()
            head = []
        elif c == ";":
            head = []
        else:
            head.append(c)


def faults(root):
    found = defaultdict(dict)
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SUFFIXES:
                for name, line in definitions(path.read_text(encoding="utf-8")):
                    if (own := OF_SET.search(path.stem)) is not None:
                        name += " of the set" + own.group()
                    found[name].setdefault(path.relative_to(root), line)
    for name, places in sorted(found.items()):
        if len(places) > 1:
            yield f"{name} is defined " + " and ".join(f"in {path}:{line}" for path, line in places.items())
    if not found:
        yield f"no class is found in {root}"


def main():
    found = list(faults(Path(sys.argv[1]).resolve()))
    print("\n".join(found) if found else "every class is defined once")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
