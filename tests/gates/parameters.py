#!/usr/bin/env python3
"""No function in include/ has more than six parameters: parameters.py ROOT

Functions, members, constructors, lambdas and types of functions are looked at, with or without a body. More than six
belong to a structure that is named after what they are together.
"""
import re
import sys
from pathlib import Path

from one_definition import after_templates, scope_of, without_noise

MOST = 6
SUFFIXES = {".h", ".hpp", ".cuh"}
OPENING, CLOSING = "([{", ")]}"
NOT_A_LIST = re.compile(r"(?:\b(?:noexcept|decltype|requires|alignas|explicit|static_assert|sizeof)|__\w+__)\s*$")
NAME = re.compile(r"(?P<name>operator\s*(?:\(\s*\)|[^\s\w(]+|\w+)|~?[A-Za-z_]\w*|\(\s*\*\s*\w*\s*\))\s*$")
NO_VALUE = re.compile(r"::|\b(?:public|private|protected)\s*:|\boperator\s*[^\s\w(]+")
BEFORE_A_LAMBDA = re.compile(r"(?:^|[^\w\s)\]]|\breturn)\s*$")


def closing(text, begin):
    """Where the bracket that opens at `begin` is closed."""
    depth = 0
    for at in range(begin, len(text)):
        depth += (text[at] in OPENING) - (text[at] in CLOSING)
        if depth == 0:
            return at
    return len(text)


def parameters(text):
    """How many there are in the text of a list of parameters."""
    if text.strip() in ("", "void"):
        return 0
    count, depth = 1, 0
    for at, c in enumerate(text):
        depth += (c in OPENING + "<") - (c in CLOSING or (c == ">" and text[at - 1] != "-"))
        count += c == "," and depth == 0
    return count


def lambda_list(text, begin):
    """Where the list of parameters opens of the lambda whose captures open at `begin`; -1 if it is none."""
    if not BEFORE_A_LAMBDA.search(text[max(begin - 80, 0) : begin]) or text[begin : begin + 2] == "[[":
        return -1
    match = re.compile(r"\s*(?:<[^()]*>\s*)?\(").match(text, closing(text, begin) + 1)
    return match.end() - 1 if match else -1


def is_value(head):
    """Whether what follows these words is no declaration: the value of a variable, or what a constructor begins with."""
    head = after_templates(head)
    while (plain := re.sub(r"\([^()]*\)", " ", head)) != head:
        head = plain
    return re.search("[=:]", NO_VALUE.sub(" ", head)) is not None


def name_before(text):
    match = NAME.search(text)
    return match.group("name") if match else "a function"


def functions(text):
    """(name, line, how many parameters) of all that is declared or defined in the text."""
    text = without_noise(text)
    scopes, head, at = [], 0, 0  # `head`: where the current declaration begins
    declares = lambda: all(kind != "other" for kind in scopes)
    while at < len(text):
        c = text[at]
        if c == "[" and (opens := lambda_list(text, at)) >= 0:
            named = re.search(r"(\w+)\s*=\s*$", text[:at][-80:])
            inside = text[opens + 1 : closing(text, opens)]
            yield named.group(1) if named else "a lambda", text.count("\n", 0, at) + 1, parameters(inside)
        elif c == "(" and declares():
            before, end = text[head:at], closing(text, at)
            if not is_value(before):  # else a lambda may be in it
                if not NOT_A_LIST.search(before):
                    yield name_before(before), text.count("\n", 0, at) + 1, parameters(text[at + 1 : end])
                at = end
        elif c == "{":
            scopes.append(scope_of(text[head:at])[0])
            head = at + 1
        elif c == "}":
            if scopes:
                scopes.pop()
            head = at + 1
        elif c == ";":
            head = at + 1
        at += 1


def faults(root):
    count = 0
    for path in sorted((root / "include").rglob("*")):
        if path.suffix not in SUFFIXES:
            continue
        for name, line, many in functions(path.read_text(encoding="utf-8")):
            count += 1
            if many > MOST:
                yield f"{path.relative_to(root)}:{line}: {name} has {many} parameters"
    if count == 0:
        yield f"no function is found in {root}/include"


def main():
    found = list(faults(Path(sys.argv[1]).resolve()))
    print("\n".join(found) if found else f"no function has more than {MOST} parameters")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
