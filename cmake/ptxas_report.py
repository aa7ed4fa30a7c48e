"""Runs a CUDA compiler and keeps what ptxas says of its kernels (-Xptxas=-v) in a file beside the object, OBJECT.ptxas.

A compiler launcher: the command to run is the arguments. tests/gates/kernel_budget.py reads the files.
"""

import subprocess
import sys


def object_of(command):
    """The object file that the command makes, or None."""
    for flag, value in zip(command, command[1:]):
        if flag == "-o" and value.endswith(".o"):
            return value
    return None


def is_report(line):
    return line.startswith("ptxas info") or line.startswith("    ") and "bytes stack frame" in line


def main(command):
    target = object_of(command)
    if target is None:
        return subprocess.call(command)
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, errors="replace")
    lines = done.stderr.splitlines(keepends=True)
    sys.stderr.write("".join(line for line in lines if not is_report(line)))
    if done.returncode == 0:
        with open(target + ".ptxas", "w", encoding="utf-8") as report:
            report.write("".join(line for line in lines if is_report(line)))
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
