"""Holds the registers, stack and spills of every kernel, as ptxas reports them, against a budget.

usage: kernel_budget.py BUILD_DIRECTORY BUDGET_FILE [--write]

A line of the budget is a kernel's name, then at most so many registers, bytes of stack and bytes of spill stores.
A kernel without a line, and a line without a kernel, fail too. --write makes the file anew from what was built.
"""

import pathlib
import re
import subprocess
import sys

ARCHITECTURE = "sm_90"
ENTRY = re.compile(r"Compiling entry function '(\S+)' for '(\w+)'")
PROPERTIES = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores")
REGISTERS = re.compile(r"Used (\d+) registers")
HEADER = """# What the kernels of kernels/ take at most on sm_90: see tests/gates/kernel_budget.py. Kernels that stay in float spill
# nothing, but those of local minima, whose many phases each need all registers; those with EPA check it in double, and
# like all that work in double they do.
"""


def short_name(mangled):
    """The kernel's name without what all have in common, or None for a library's."""
    name = subprocess.run(["c++filt", mangled], capture_output=True, text=True, check=True).stdout.strip()
    if "abut::" not in name or name.startswith("void cub::"):
        return None
    name = re.sub(r"^void |\([^()]*(\([^()]*\)[^()]*)*\)$", "", name)
    name = re.sub(r"abut::|device::|cuda_queue_detail::|stages_detail::|build_detail::|search_detail::|history_detail::|patches_detail::|_kernel", "", name)
    return name.replace(" >", ">")


def parse(text):
    """Kernels of the architecture in one report: name -> (registers, stack, spills)."""
    kernels = {}
    name = None
    waiting = False
    for line in text.splitlines():
        if match := ENTRY.search(line):
            name = short_name(match[1]) if match[2] == ARCHITECTURE else None
            waiting = True
        elif name and waiting and (match := PROPERTIES.search(line)):
            stack, spills = int(match[1]), int(match[2])
            waiting = False
        elif name and not waiting and (match := REGISTERS.search(line)):
            kernels[name] = (int(match[1]), stack, spills)
            name = None
    return kernels


def read_budget(path):
    budget = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            name, *limits = line.rsplit(maxsplit=3)
            budget[name.strip()] = tuple(int(limit) for limit in limits)
    return budget


def differences(kernels, budget):
    """What is wrong, one line each."""
    wrong = []
    for name, found in sorted(kernels.items()):
        if name not in budget:
            wrong.append(f"{name}: not in the budget")
            continue
        for what, value, limit in zip(("registers", "bytes of stack", "bytes of spills"), found, budget[name]):
            if value > limit:
                wrong.append(f"{name}: {value} {what}, allowed are {limit}")
    wrong += [f"{name}: in the budget, but not built" for name in sorted(budget.keys() - kernels.keys())]
    return wrong


def has_source(report, repository):
    """False for what an older build left of a source that is gone: no build removes its objects."""
    _, marker, path = report.as_posix().rpartition(".dir/kernels/")
    return not marker or (repository / "kernels" / path.removesuffix(".o.ptxas")).exists()


def main(arguments):
    build, budget_file = pathlib.Path(arguments[0]), pathlib.Path(arguments[1])
    kernels = {}
    for report in sorted(build.rglob("*.ptxas")):
        if has_source(report, budget_file.parent.parent):
            kernels |= parse(report.read_text(encoding="utf-8"))
    if not kernels:
        print(f"no kernel of {ARCHITECTURE} in the reports under {build}")
        return 1
    if "--write" in arguments:
        width = max(len(name) for name in kernels)
        rows = "".join(f"{n:<{width}} {r:>4} {s:>6} {p:>5}\n" for n, (r, s, p) in sorted(kernels.items()))
        budget_file.write_text(f"{HEADER}{'# kernel':<{width}} regs  stack spill\n{rows}", encoding="utf-8")
        return 0
    wrong = differences(kernels, read_budget(budget_file))
    for line in wrong:
        print(line)
    print(f"{len(kernels)} kernels, {len(wrong)} beside their budget")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
