"""What the drivers of both benchmarks share: the programs in their modes, the machine, lists given as options."""

import pathlib
import subprocess
import sys
from dataclasses import dataclass

from program import Failed, Program


@dataclass
class Candidate:
    """One mode of one peer, and the program that answers in it."""

    peer: str
    mode: str
    scalar: str
    variant: str  # "" or what it differs by from what users get
    program: Program
    alive: bool = False

    @property
    def label(self):
        return f"{self.peer} {self.mode}{self.variant}"


def candidates_of(peer, path, make_program, variant=""):
    """Those of one program, after a line that says what it is; none where it is not built or does not start."""
    if not path.exists():
        print(f"  {peer}: not built, left out")
        return []
    program = make_program()
    try:
        about = program.ask("about")
        modes = [mode.split(":") for mode in program.ask("modes").split()]
    except Failed as failed:
        print(f"  {peer}{variant}: {failed}, left out")
        return []
    finally:
        program.close()
    print("  " + about.replace(" | ", ": "))
    return [Candidate(peer, mode, scalar, variant, make_program()) for mode, scalar in modes]


def split(text, allowed, what):
    """The names of a list with commas; ends the program where one is not allowed."""
    names = text.split(",")
    unknown = [n for n in names if n not in allowed]
    if unknown:
        sys.exit(f"unknown {what} {unknown[0]}; there are {','.join(allowed)}")
    return names


def cpu_info(key):
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next(line.split(":", 1)[1].strip() for line in file if line.startswith(key))
    except (OSError, StopIteration):
        return ""


def commit():
    """Of the sources; "unknown" where they are not in a repository, or the machine has no git."""
    top = pathlib.Path(__file__).resolve().parent
    try:
        asked = subprocess.run(["git", "-C", top, "describe", "--always", "--dirty"], capture_output=True, text=True,
                               check=False)
    except OSError:
        return "unknown"
    return asked.stdout.strip() or "unknown"


def machine(core):
    return f"{cpu_info('model name') or 'unknown processor'}, core {core}, commit {commit()}"
