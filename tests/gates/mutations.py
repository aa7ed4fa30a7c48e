#!/usr/bin/env python3
"""Faults put into the code on purpose, one after another, each of which a test has to see.

mutations.py ROOT BUILD [--list LIST] [WORD...]: those of LIST of the source tree ROOT, a file or a folder (tests/gates/mutations, one
file or two a test program), or only those whose `what` or `file` has one of the words. BUILD is a configured build of ROOT. First the tests named have to pass as the code is. Then
for each fault: the text is changed, the test program built, its tests run, and the file put back. A fault is seen where
a test fails, the program ends by a signal, or does not end in LIMIT seconds of a core; that it compiles is demanded. Those that only
their time shows are counted by themselves: nothing says what is wrong. The exit status is 1 where one is not seen.
`objects` names the sources that a fault of a header is looked for in: these alone are compiled with it, and linked before the
library's into a program beside the whole one, as a header of many kernels would have all of them compiled. That takes a build
by Ninja, and what a test calls in a shared library has no fault. With
ABUT_CORES_CACHE the program's kernels are translated before its time begins. Where the stand-in for the CUDA runtime gives up by
itself, no fault is seen: all ends with what it says.
mutations.py ROOT --check: only whether the lists still fit the code, of which nothing is changed or built.

ROOT's sources are changed while this runs: build nothing else there. They are put back whatever ends it; where it is
killed outright, the next run puts them back first (BUILD/mutation.json).
"""
import json
import os
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

FIELDS = ("what", "file", "old", "new", "program", "filter")
MAYBE = ("environment", "objects")
LISTS = ("tests/gates/mutations", "tests/gates/kernel_mutations.txt")
LIMIT = 300  # seconds of a core that the tests of a fault may take, so that a busy machine is no fault
WAIT = 3600  # seconds of the clock, for those that wait for each other
FAILED = re.compile(r"^\[  FAILED  \] (?P<test>[\w/]+\.[\w/]+)", re.M)
OUT_OF_TIME = "did not end in"
GAVE_UP = 70  # the exit status of the stand-in for the CUDA runtime where it cannot go on
REPORT = re.compile(r"^cores: .*\bkernel\b.*", re.M)  # of what it has noticed


def read_list(path):
    """Blocks of `field: text`, with an empty line between them; lines that begin with # are remarks."""
    faults = []
    for block in re.split(r"\n\s*\n", path.read_text(encoding="utf-8")):
        lines = [line for line in block.splitlines() if line.strip() and not line.startswith("#")]
        if not lines:
            continue
        fault = dict(line.split(": ", 1) if ": " in line else (line.rstrip(":"), "") for line in lines)
        if tuple(fault) != (*FIELDS, *(name for name in MAYBE if name in fault)):
            sys.exit(f"{path}: a fault has {', '.join(fault)}; allowed is {', '.join(FIELDS)}, [{'], ['.join(MAYBE)}], in this order")
        faults.append({**dict.fromkeys(MAYBE, ""), **fault})
    return faults


def read_lists(path):
    """The faults of a file, or of all files of a folder."""
    return [fault for file in (sorted(path.glob("*.txt")) if path.is_dir() else [path]) for fault in read_list(file)]


class Mutated:
    """A file with one text in place of another, for as long as this is entered."""

    def __init__(self, root, note, fault):
        self.path, self.note = root / fault["file"], note
        self.before = self.path.read_text(encoding="utf-8")
        count = self.before.count(fault["old"])
        if count != 1:
            sys.exit(f"{fault['file']}: \"{fault['old']}\" is there {count} times, allowed is once: mend the list")
        self.after = self.before.replace(fault["old"], fault["new"])

    def __enter__(self):
        self.note.write_text(json.dumps({"path": str(self.path), "text": self.before}), encoding="utf-8")
        self.path.write_text(self.after, encoding="utf-8")

    def __exit__(self, *_):
        put_back(self.note)


def put_back(note):
    if note.exists():
        kept = json.loads(note.read_text(encoding="utf-8"))
        Path(kept["path"]).write_text(kept["text"], encoding="utf-8")
        note.unlink()


def said_of(command, **options):
    """What a command that failed has said."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    return "" if done.returncode == 0 else done.stdout + done.stderr or f"it ended with status {done.returncode}"


def build(folder, program):
    return said_of(["cmake", "--build", folder, "--target", program])


def ninja(folder, *arguments):
    return subprocess.run(["ninja", "-C", folder, *arguments], capture_output=True, text=True, check=True).stdout


def objects_of(folder, fault):
    """(files of the program, files of the library): what its sources are compiled to."""
    known = {line.split(": ")[0] for line in ninja(folder, "-t", "targets", "all").splitlines()}
    own, library = [], []
    for source in fault["objects"].split():
        of_program, of_library = (f"CMakeFiles/{target}.dir/{source}.o" for target in (fault["program"], "abut"))
        if of_program not in known and of_library not in known:
            sys.exit(f"{fault['what']}: neither {fault['program']} nor the library is made of {source}: mend the list")
        (own if of_program in known else library).append(of_program if of_program in known else of_library)
    return own, library


def build_with(folder, fault, objects):
    """Links the program with the objects as they become now: the linker takes what is named first."""
    own, library = objects
    said = said_of(["ninja", "-C", folder, *own, *library])
    if said:
        return said
    whole, beside = (f"{place}/{fault['program']}" for place in ("tests", "mutated"))
    command = ninja(folder, "-t", "commands", fault["program"]).splitlines()[-1]
    link = re.sub(rf"\b{whole}(?![\w./-])", beside, command)
    if f"-o {beside}" not in link or " CMakeFiles/" not in link:
        sys.exit(f"{fault['program']}: no link of objects to {whole}: {command}")
    (folder / "mutated").mkdir(exist_ok=True)
    return said_of(link.replace(" CMakeFiles/", " ".join(["", *library, "CMakeFiles/"]), 1), cwd=folder, shell=True)


def translate(root, program):
    """Kernels that run on cores take minutes to translate, which is no time of the test's."""
    cache = os.environ.get("ABUT_CORES_CACHE")
    return said_of([sys.executable, "-B", root / "tests/cores/modules.py", cache, program]) if cache else ""


def run_tests(root, program, fault):
    """Which tests failed and what was said first, or None where all passed."""
    command = [program, f"--gtest_filter={fault['filter']}"]

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT + 5))

    try:
        done = subprocess.run(command, capture_output=True, text=True, cwd=root, timeout=WAIT, errors="replace", preexec_fn=limit,
                              env={**os.environ, **dict(pair.split("=", 1) for pair in fault["environment"].split())})
    except subprocess.TimeoutExpired:
        return f"{OUT_OF_TIME} {WAIT} s"
    if done.returncode == -signal.SIGXCPU:
        return f"{OUT_OF_TIME} {LIMIT} s of a core"
    if "[==========] Running 0 tests" in done.stdout:
        sys.exit(f"{fault['program']}: no test is named {fault['filter']}: mend the list")
    if done.returncode == 0:
        return None
    if done.returncode == GAVE_UP:
        sys.exit(f"{done.stderr}{fault['program']}: the stand-in for the CUDA runtime gave up")
    names = list(dict.fromkeys(match["test"] for match in FAILED.finditer(done.stdout)))
    said = next((line.strip() for line in done.stdout.splitlines() if ": Failure" in line), "")
    if not names:
        report = REPORT.search(done.stderr)
        return report[0] if report else f"ended with status {done.returncode}"
    return ", ".join(names[:2]) + (f" and {len(names) - 2} more" if len(names) > 2 else "") + f" ({Path(said).name})"


def check_unchanged(root, folder, faults):
    for program, names, environment in sorted({(f["program"], f["filter"], f["environment"]) for f in faults}):
        whole = folder / "tests" / program
        said = build(folder, program) or translate(root, whole)
        if said:
            sys.exit(f"{program} does not build as the code is:\n{said}")
        seen = run_tests(root, whole, {"program": program, "filter": names, "environment": environment})
        if seen is not None:
            sys.exit(f"{program} --gtest_filter={names} fails as the code is: {seen}")


def main(root, folder, words):
    root, folder = Path(root).resolve(), Path(folder).resolve()
    which = LISTS[0]
    if words and words[0] == "--list":
        which, words = words[1], words[2:]
    note = folder / "mutation.json"
    put_back(note)
    faults = [f for f in read_lists(root / which)
              if not words or any(word in f["what"] or word in f["file"] for word in words)]
    if not faults:
        sys.exit("mutations.py: no fault has one of the words")
    check_unchanged(root, folder, faults)
    unseen = by_time = 0
    all_objects = [objects_of(folder, fault) if fault["objects"] else None for fault in faults]
    for fault, objects in zip(faults, all_objects):
        program = folder / ("mutated" if objects else "tests") / fault["program"]
        with Mutated(root, note, fault):
            said = build_with(folder, fault, objects) if objects else build(folder, fault["program"])
            said = said or translate(root, program)
            seen = None if said else run_tests(root, program, fault)
        if objects and objects[0]:
            ninja(folder, *objects[0])  # which other faults are linked with too
        if said:
            sys.exit(f"{fault['what']}: does not compile:\n{said}")
        unseen += seen is None
        by_time += (seen or "").startswith(OUT_OF_TIME)
        print(f"{fault['what']}: {'NOT SEEN' if seen is None else 'seen by ' + seen}", flush=True)
    print(f"{len(faults) - unseen} of {len(faults)} faults are seen" + (f", {by_time} by their time alone" if by_time else ""))
    return 1 if unseen else 0


def check_list(root):
    faults = [fault for path in LISTS if (root / path).exists() for fault in read_lists(root / path)]
    for fault in faults:
        Mutated(root, None, fault)
        for source in fault["objects"].split():
            if not (root / source).is_file():
                sys.exit(f"{fault['what']}: {source} is not there: mend the list")
    print(f"{len(faults)} faults fit the code")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    if sys.argv[2] == "--check":
        sys.exit(check_list(Path(sys.argv[1])))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    sys.exit(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
