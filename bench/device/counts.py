#!/usr/bin/env python3
"""What the kernels of pair queries, or those of nearest points of surfaces, execute, counted on cores: a table per batch, of numbers a
pair, or a point.

counts.py BUILD [--only pairs|surfaces] [--pairs N] [--wanted TEXT]...: BUILD is a built tree of the preset `cores`, whose bench_device is run with
ABUT_CORES_COUNT; docs/how-to/cores.md says what the counts are and how near to a device's they come. A batch is each TEXT, a part
of a measurement's name. Kernels below a hundredth of a batch's instructions are left out. Picoseconds: what an H200 takes to
start these instructions, if each of its 132 multiprocessors starts four a cycle at 1.98 GHz, two of them on doubles.
"""
import argparse
import csv
import os
import subprocess
import sys
import tempfile
from pathlib import Path

CLASSES = ("float", "double", "integer", "memory", "control", "special", "warp")
WANTED = {"pairs": ["hulls of 8 vertices, apart, cold", "hulls of 16 vertices, apart, cold", "hulls of 32 vertices, apart, cold",
                    "hulls of 16 vertices, overlapping, cold", "boxes, apart, cold"],
          "surfaces": [f"nearest points of {kind} sheets, reach {reach}, {start}"
                       for kind in ("polynomial", "rational") for reach in ("0.03", "0.3") for start in ("cold", "warm")]}
SECOND = 132 * 1.98e9  # cycles of all multiprocessors
HEAD = ("kernel", "instructions a {0}", "active lanes", "ps a {0}", "sectors a request", "local bytes a {0}", "local sectors a {0}",
        "passes a shared request")


def counted(build, only, wanted, pairs):
    """Rows of the counts of one batch, as the runtime writes them."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "counts.csv"
        environment = os.environ | {"ABUT_CORES_CACHE": str(build / "modules"), "ABUT_CORES_COUNT": str(path)}
        command = [str(build / "bin/bench_device"), "--quick", "--pairs", str(pairs), "--only", only, "--wanted", wanted]
        done = subprocess.run(command, env=environment, text=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        if done.returncode != 0:
            sys.exit(f"counts.py: {' '.join(command)} ended with status {done.returncode}: {done.stderr[-2000:]}")
        return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))


def issues_of(row):
    return sum(int(row[name]) for name in CLASSES)


def numbers_of(row, pairs):
    """Of a kernel: a warp's instructions times its lanes, a pair, and so on, as in HEAD."""
    runs = int(row["launches"]) * pairs

    def ratio(a, b):
        return int(row[a]) / int(row[b]) if int(row[b]) else 0

    seconds = max(issues_of(row) / 4, int(row["double"]) / 2) / SECOND
    return (32 * issues_of(row) / runs, float(row["lanes"]), 1e12 * seconds / runs, ratio("global_sectors", "global_requests"),
            int(row["local_bytes"]) / runs, int(row["local_sectors"]) / runs, ratio("shared_passes", "shared_requests"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("--only", choices=WANTED, default="pairs")
    parser.add_argument("--pairs", type=int, default=10000, help="of a batch (10000); of surfaces, a fourth as many points")
    parser.add_argument("--wanted", action="append", help="part of a measurement's name; may be repeated")
    given = parser.parse_args()
    item = "pair" if given.only == "pairs" else "point"
    items = given.pairs if given.only == "pairs" else given.pairs // 4 // 10 * 10
    head = " | ".join(HEAD).format(item)
    for wanted in given.wanted or WANTED[given.only]:
        rows = counted(given.build, given.only, wanted, given.pairs)
        whole = sum(issues_of(row) for row in rows)
        print(f"\n{wanted}, {items} {item}s\n\n| {head} |\n|{'---|' * len(HEAD)}")
        for row in sorted(rows, key=issues_of, reverse=True):
            if 100 * issues_of(row) < whole:
                continue
            instructions, lanes, picoseconds, *memory = numbers_of(row, items)
            cells = [f"`{row['kernel']}`", f"{instructions:,.0f}", f"{lanes:.1f}", f"{picoseconds:,.0f}", *(f"{x:,.1f}" for x in memory)]
            print(f"| {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
