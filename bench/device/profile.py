"""What a kernel of pair queries or of a search of facets waits for on a device: Nsight Compute's counters in a table, the slowest kernels first.

usage: profile.py BENCH_DEVICE MEASUREMENT [--only NAME] [--pairs N] [--keep FILE]
       profile.py --read FILE

MEASUREMENT: as --wanted of bench_device, "hulls of 8 vertices, apart, cold". NAME: pairs (otherwise) or facets. Needs `ncu` and a device whose counters may
be read. --keep: what ncu prints, which --read takes.

us: of one launch. occupied: resident warps, of most. issues: cycles in which a scheduler starts an instruction. lanes:
of 32, active in an instruction. local MB: loads and stores of local memory, 128 bytes each. dram MB: read and written.
Then the cycles between two instructions of a warp, by what it waits for: memory (long), instructions (fetch), a fixed
latency (wait), shared memory or constants (short), a queue of memory instructions (queue).
"""

import argparse
import csv
import io
import re
import subprocess
import sys

STALLS = {"long": "long_scoreboard", "fetch": "no_instruction", "wait": "wait", "short": "short_scoreboard", "queue": "lg_throttle"}
STALL = "smsp__average_warps_issue_stalled_{}_per_issue_active.ratio"
TIME, REGISTERS = "gpu__time_duration.sum", "launch__registers_per_thread"
OCCUPIED = "sm__warps_active.avg.pct_of_peak_sustained_active"
ISSUES = "smsp__issue_active.avg.pct_of_peak_sustained_active"
LANES = "smsp__thread_inst_executed_per_inst_executed.ratio"
LOCAL = ("smsp__inst_executed_op_local_ld.sum", "smsp__inst_executed_op_local_st.sum")
DRAM = ("dram__bytes_read.sum", "dram__bytes_write.sum")
METRICS = [TIME, REGISTERS, OCCUPIED, ISSUES, LANES, *LOCAL, *DRAM, *(STALL.format(s) for s in STALLS.values())]
TO_BASE = {"ns": 1e-3, "us": 1, "ms": 1e3, "byte": 1e-6, "Kbyte": 1e-3, "Mbyte": 1, "Gbyte": 1e3}  # us, MB


def run(program, measurement, only, pairs):
    command = ["ncu", "--clock-control", "none", "--csv", "--page", "raw", "--launch-count", "30", "--metrics",
               ",".join(METRICS), program, "--only", only, "--wanted", measurement, "--pairs", str(pairs)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"profile.py: ncu ended with status {done.returncode}: {(done.stderr or done.stdout).strip().splitlines()[-1]}")
    return done.stdout


def launches(text):
    """Of each launch: its kernel's name and a number by metric."""
    rows = list(csv.reader(io.StringIO("\n".join(line for line in text.splitlines() if line.startswith('"')))))
    if len(rows) < 3:
        sys.exit("profile.py: no kernels in what ncu has printed")
    head, units, *rows = rows
    for row in rows:
        numbers = {}
        for name, unit, value in zip(head, units, row):
            if name in METRICS and value:
                numbers[name] = float(value.replace(",", "")) * TO_BASE.get(unit, 1)
        yield row[head.index("Kernel Name")], numbers


def short(name):
    name = re.sub(r"^void |\(.*|abut::|device::|cuda_queue_detail::|stages_detail::|_kernel|::Vertices", "", name)
    return name if len(name) <= 56 else name[:53] + "..."


def table(text):
    slowest = {}
    for name, numbers in launches(text):
        if numbers.get(TIME, 0) > slowest.get(name, {TIME: 0})[TIME]:
            slowest[name] = numbers
    lines = [f"{'kernel':56} {'us':>8} {'regs':>4} {'occupied':>8} {'issues':>6} {'lanes':>5} {'local MB':>8} {'dram MB':>7}"
             + "".join(f" {s:>5}" for s in STALLS)]
    for name, n in sorted(slowest.items(), key=lambda item: -item[1][TIME]):
        local, dram = sum(n.get(m, 0) for m in LOCAL) * 128e-6, sum(n.get(m, 0) for m in DRAM)
        lines.append(f"{short(name):56} {n[TIME]:8.1f} {n[REGISTERS]:4.0f} {n[OCCUPIED]:6.1f} % {n[ISSUES]:4.1f} % {n[LANES]:5.1f}"
                     f" {local:8.0f} {dram:7.0f}" + "".join(f" {n.get(STALL.format(s), 0):5.1f}" for s in STALLS.values()))
    return "\n".join(lines)


def main():
    arguments = argparse.ArgumentParser(usage=__doc__.split("usage: ", 1)[1].split("\n\n", 1)[0])
    arguments.add_argument("program", nargs="?")
    arguments.add_argument("measurement", nargs="?")
    arguments.add_argument("--only", choices=["pairs", "facets"], default="pairs")
    arguments.add_argument("--pairs", type=int, default=1_000_000)
    arguments.add_argument("--keep")
    arguments.add_argument("--read")
    given = arguments.parse_args()
    if given.read is None and given.measurement is None:
        arguments.error("BENCH_DEVICE and MEASUREMENT are missing, or --read FILE")
    try:
        text = open(given.read, encoding="utf-8").read() if given.read else run(given.program, given.measurement, given.only, given.pairs)
        if given.keep:
            open(given.keep, "w", encoding="utf-8").write(text)
    except OSError as error:
        sys.exit(f"profile.py: {error.filename}: {error.strerror}")
    print(table(text))


if __name__ == "__main__":
    main()
