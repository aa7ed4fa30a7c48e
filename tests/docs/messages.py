"""Holds docs/errors/ against the messages that the sources can give.

    messages.py check SOURCE_FOLDER      every message has an entry, every entry is a message
    messages.py missing SOURCE_FOLDER    the entries that are missing, by source file, to begin with

A message is the text of a throw of one of the library's exceptions, of a call of a function that ends in one (`fail` and
so on), or of a place marked in TOLD. What is not literal text in it is written as an ellipsis. Entries are the lines of
blocks of the language `message` in docs/errors/*.md.
"""

import pathlib
import re
import sys

FOLDERS = ("include", "host", "kernels")
EXCEPTIONS = ("InvalidInput", "FileError", "CudaError", "InvalidJson", "runtime_error")
ENDS = re.compile(r"^(fail|refuse|fail_hdf5|fail_at_\w+|fail_without_value|not_in_this_version)$")
# Texts that become messages elsewhere: (file, what stands in front of them).
TOLD = (
    ("host/decompose/repair.cpp", r"refusal \+?="),
    ("host/cli/common.cpp", r"return allowed\s*\? std::string\(\)\s*:"),
    ("host/cli/main.cpp", r"return(?=[^;]*is not a command)"),
    ("host/cli/common.cpp", r"return text.empty\(\) \?(?=[^:]*:)"),
    ("host/io/scene_columns.cpp", r'return(?= "is )'),
    ("host/exec/no_cuda.cpp", r"cuda_unavailable_reason\(\) \{ return"),
    ("kernels/support/unavailable.h", r'return(?= (?:std::string\()?"no CUDA device: )'),
)
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|R"\((?:.*?)\)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|[A-Za-z_]\w*|\d[\w.]*|\s+|.',
                   re.DOTALL)


def tokens(text):
    """(token, line), without comments and blanks."""
    line = 1
    for match in TOKEN.finditer(text):
        token = match[0]
        if not token.isspace() and not token.startswith(("//", "/*")):
            yield token, line
        line += token.count("\n")


def literal(token):
    return token[1:-1].encode().decode("unicode_escape").encode("latin-1").decode("utf-8")


def pattern_of(inside):
    """The text of an argument list or expression: literals as they are, an ellipsis for each run of anything else."""
    out = []
    for part in alternatives(inside):
        if part == "…":
            if not out or not out[-1].endswith("…"):
                out.append("…")
        else:
            out.append(part)
    text = re.sub(r"…+", "…", "".join(out))
    return " ".join(text.split())


def alternatives(inside):
    """Literals, and an ellipsis for other tokens; `x ? "a" : "b"` is one ellipsis, since either may stand there. Of
    branches that are longer the last one counts."""
    choice = [i for i, (token, _) in enumerate(inside) if token == "?"]
    skipped = set()
    for i in choice:
        for j in (i + 1, i + 3):
            if j < len(inside) and inside[j][0].startswith('"'):
                skipped.add(j)
        depth, j = 0, i + 1
        while j < len(inside):
            token = inside[j][0]
            if token == ":" and ":" in (inside[j - 1][0], inside[j + 1][0]):
                token = "::"
            if token == ":" and depth == 0:
                break
            depth += {"(": 1, "?": 1, ")": -1, ":": -1}.get(token, 0)
            skipped.add(j)
            j += 1
    for i, (token, _) in enumerate(inside):
        if token.startswith('"') and i not in skipped:
            yield literal(token)
        elif token.startswith("'") and len(token) >= 3 and inside[i - 1][0] == "+":
            yield literal(token)
        elif token in ("+", "(", ")", "std", ":", "string"):
            continue
        else:
            yield "…"


def group(sequence, begin):
    """The tokens between the parenthesis at `begin` and its end."""
    depth, i = 0, begin
    while i < len(sequence):
        depth += {"(": 1, "{": 1, ")": -1, "}": -1}.get(sequence[i][0], 0)
        if depth == 0:
            return sequence[begin + 1:i], i
        i += 1
    return sequence[begin + 1:], i


def is_call(sequence, at):
    """Whether the name at `at` is called, and not declared or defined."""
    before = sequence[at - 1][0] if at > 0 else ";"
    return before in (";", "{", "}", ")", ".", ">", "return", ":", "else", "?") and sequence[at + 1][0] == "("


def messages_of(text):
    """(line, kind, pattern) of one source."""
    sequence = list(tokens(text))
    for i, (token, line) in enumerate(sequence[:-1]):
        if token == "throw":
            j = i + 1
            while sequence[j][0] in ("std", "abut", ":"):
                j += 1
            if sequence[j][0] in EXCEPTIONS and sequence[j + 1][0] == "(":
                yield line, sequence[j][0], pattern_of(group(sequence, j + 1)[0])
        elif ENDS.match(token) and is_call(sequence, i):
            parts = arguments(group(sequence, i + 1)[0])
            if token in ("fail_at_line", "fail_at_byte"):  # file and place come first
                parts = parts[2:]
            if len(parts) == 3:  # what, its value, what is allowed
                yield line, token, f"{pattern_of(parts[0])} is …: {pattern_of(parts[2])}"
            elif len(parts) == 2 and token in ("fail", "refuse", "fail_hdf5"):  # place, what is wrong there
                yield line, token, pattern_of(parts[1])
            elif parts:
                yield line, token, pattern_of(parts[0])


def arguments(inside):
    """The tokens of each argument."""
    parts, depth = [[]], 0
    for token, line in inside:
        depth += {"(": 1, "{": 1, "[": 1, ")": -1, "}": -1, "]": -1}.get(token, 0)
        if token == "," and depth == 0:
            parts.append([])
        else:
            parts[-1].append((token, line))
    return parts if parts != [[]] else []


def messages(source):
    """(pattern: places) of all sources, places as FILE:LINE."""
    found = {}
    for folder in FOLDERS:
        for path in sorted((source / folder).rglob("*")):
            name = path.relative_to(source).as_posix()
            if path.suffix not in (".h", ".cpp", ".cu", ".cuh") or name.startswith("host/reference/"):
                continue
            text = path.read_text(encoding="utf-8")
            for line, _, pattern in messages_of(text):
                found.setdefault(pattern, []).append(f"{name}:{line}")
            for file, front in TOLD:
                if name == file:
                    for match in re.finditer(front + r"\s*([^;]*);", text):
                        pattern = pattern_of(list(tokens(match[1])))
                        found.setdefault(pattern, []).append(f"{name}:{text.count(chr(10), 0, match.start()) + 1}")
    return {pattern: places for pattern, places in found.items() if re.search(r"[a-z]{2}", pattern)}


def entries(source):
    found = {}
    for path in sorted((source / "docs/errors").glob("*.md")):
        for match in re.finditer(r"^```message\n(.*?)^```$", path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE):
            for line in match[1].splitlines():
                found.setdefault(line.strip(), []).append(path.name)
    return found


def undescribed_statuses(source):
    """Enumerators of `Status` without a section in docs/errors/status.md."""
    header = (source / "include/abut/core/contact.h").read_text(encoding="utf-8")
    names = re.findall(r"^  (\w+) = \d+,", re.search(r"enum class Status.*?^};", header, re.DOTALL | re.MULTILINE)[0],
                       re.MULTILINE)
    page = (source / "docs/errors/status.md").read_text(encoding="utf-8")
    return [name for name in names if f"\n## {name}\n" not in page]


def main():
    mode, source = sys.argv[1], pathlib.Path(sys.argv[2])
    given, described = messages(source), entries(source)
    missing = {pattern: places for pattern, places in given.items() if pattern not in described}
    if mode == "missing":
        for pattern, places in missing.items():
            print(f"{places[0]}\n    {pattern}")
        return
    faults = [f"{places[0]}: no entry in docs/errors/ for the message\n    {pattern}" for pattern, places in missing.items()]
    faults += [f"docs/errors/{pages[0]}: no source gives the message\n    {pattern}"
               for pattern, pages in described.items() if pattern not in given]
    faults += [f"docs/errors/{pages[0]}, {pages[1]}: two entries for\n    {pattern}"
               for pattern, pages in described.items() if len(pages) > 1]
    faults += [f"docs/errors/status.md: no section for the status {name}" for name in undescribed_statuses(source)]
    if faults:
        sys.exit("\n".join(faults) + f"\n{len(faults)} faults; `messages.py missing .` lists what to describe")
    print(f"{len(given)} messages, each with an entry")


if __name__ == "__main__":
    main()
