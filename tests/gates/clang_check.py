#!/usr/bin/env python3
"""What the compiler that builds takes, clang has to take as well: clang_check.py BUILD_FOLDER [FOLDER...]

Compiles nothing: each C++ source of a build's compile_commands.json that lies in one of the folders (all but tests/, if
none is given) is only checked, with the warnings of the build. A source that passed is not looked at again before it, or
a file that it includes, or its options, or clang, changes. Exits with 77, for a test that is skipped, where there is no clang.

The standard headers that most sources include are read once for all sources of the same options, where these are many. An
include that is missing is g++'s to notice.
"""
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock

FOLDERS = ("host", "examples", "bench", "docs", "tests/fuzz", "tests/support")
LEFT_OUT = "bench/floors"  # counts by hooks that g++ alone has, and is built by it alone
CLANGS = ("clang++", "clang++-14", "clang++-15", "clang++-16", "clang++-17", "clang++-18", "clang++-19")
# Options that g++ has alone, or that are of no use where nothing is made.
DROPPED = re.compile(r"--param=.*|-fsanitize=.*|-Wno-restrict|-c|-MD|-g|-O[0-3s]")
LENIENT = ("-Wno-unused-command-line-argument", "-Wno-unknown-warning-option", "-Wno-ignored-optimization-argument")
MANY = 20
STANDARD = """algorithm array cmath cstdint cstring filesystem functional limits map memory mutex numeric optional span sstream
    string tuple unordered_map utility variant vector"""


def clang():
    named = os.environ.get("ABUT_CLANG")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, CLANGS)), None)


def command_of(entry, compiler):
    """The options of a build's command, for clang."""
    words = entry["arguments"] if "arguments" in entry else shlex.split(entry["command"])
    first = next(i for i, word in enumerate(words) if word.startswith("-"))  # behind ccache and the compiler
    kept, skip = [compiler], False
    for word in words[first:]:
        if skip or word == entry["file"] or DROPPED.fullmatch(word):
            skip = False
        elif word in ("-o", "-MT", "-MF"):
            skip = True
        else:
            kept.append(word)
    return [*kept, *LENIENT, "-fsyntax-only", entry["file"]]


def digest(paths, *more):
    """Of the files' content and some text; None where one is not there any more."""
    total = hashlib.sha256("\0".join(more).encode())
    for path in paths:
        try:
            total.update(Path(path).read_bytes())
        except OSError:
            return None
    return total.hexdigest()


def included(rule):
    """The files that a rule of make names behind its target."""
    return shlex.split(rule.read_text(encoding="utf-8").partition(":")[2].replace("\\\n", " "))


def language(entry):
    """The options that decide whether a source can use headers that were read for another."""
    words, kept = command_of(entry, "")[1:-2], []
    for before, word in zip(["", *words], words):
        if not word.startswith(("-I", "-D", "-W", "-isystem")) and before != "-isystem":
            kept.append(word)
    return tuple(sorted(kept))


class StandardHeaders:
    """Of the sources of one language: made when the first of them is looked at."""

    def __init__(self, options, compiler, kept):
        self.command = [compiler, *options, "-w", "-x", "c++-header"]
        self.name = kept / hashlib.sha256(" ".join(self.command).encode()).hexdigest()[:24]
        self.lock, self.taken = Lock(), None

    def options(self):
        """Those that take the headers from there; none where clang cannot make it."""
        with self.lock:
            if self.taken is None:
                source, made = self.name.with_suffix(".h"), str(self.name.with_suffix(".pch"))
                text = "".join(f"#include <{h}>\n" for h in STANDARD.split())
                if not source.exists() or source.read_text(encoding="utf-8") != text:  # others may be reading it
                    source.write_text(text, encoding="utf-8")
                done = subprocess.run([*self.command, str(source), "-o", made], capture_output=True)
                self.taken = ["-include-pch", made] if done.returncode == 0 else []
            return self.taken


def check(entry, compiler, version, kept, standard):
    """What clang says of a source, empty where it passes; and whether it was looked at."""
    command = command_of(entry, compiler)
    text = " ".join(command) + version
    name = kept / hashlib.sha256(text.encode()).hexdigest()[:24]
    rule, passed = name.with_suffix(".d"), name.with_suffix(".ok")
    if passed.exists() and rule.exists() and passed.read_text() == digest(included(rule), text):
        return "", False
    done = subprocess.run([*command, *(standard.options() if standard else []), "-MD", "-MF", str(rule), "-MT", "x"], cwd=entry["directory"], capture_output=True,
                          text=True)
    if done.returncode == 0:
        state = digest(included(rule), text)
        if state:
            passed.write_text(state)
        return "", True
    return done.stderr, True


def main():
    build = Path(sys.argv[1]).resolve()
    compiler = clang()
    if compiler is None:
        print("no clang here: the sources were not checked by it (on Debian: apt-get install clang)")
        return 77
    version = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]
    commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    root = Path(__file__).resolve().parents[2]
    folders = [root / folder for folder in (sys.argv[2:] or FOLDERS)]
    entries = [e for e in commands if Path(e["file"]).suffix == ".cpp"
               and any(folder in Path(e["file"]).parents for folder in folders)
               and root / LEFT_OUT not in Path(e["file"]).parents]
    if not entries:
        print(f"{build}: none of its sources is in {' '.join(map(str, folders))}")
        return 1
    kept = build / "clang_check"
    kept.mkdir(exist_ok=True)
    sources = Counter(map(language, entries))
    standard = {key: StandardHeaders(key, compiler, kept) for key, count in sources.items() if count >= MANY}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda e: check(e, compiler, version, kept, standard.get(language(e))), entries))
    refused = [said for said, _ in results if said]
    print("".join(refused))
    print(f"{version}: {len(entries)} sources, {sum(looked for _, looked in results)} looked at, {len(refused)} refused")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
