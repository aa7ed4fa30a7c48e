#!/usr/bin/env python3
"""How long do all candidate pairs of many boxes take, here and in other libraries? (bench/peers/README.md)

Makes the boxes of each kind and number, gives them to every program, runs all in turn (A B C A B C), and holds the
pairs against the true ones. Prints tables, writes broad.csv and broad.png."""

import argparse
import os
import pathlib
import struct
import subprocess
import sys

import broad_report
from candidates import candidates_of, machine, split
from program import Failed, Program
from report import median

PEERS = ["abut", "bullet", "fcl", "embree"]
SIZES = [10**4, 10**5, 10**6, 10**7]
ALONE = 2 * 10**6  # beyond so many boxes only one program is in memory
HEAD = struct.Struct("=8s4I")
SUM = struct.Struct("=2Q")


def arguments():
    kinds = broad_report.KINDS
    parser = argparse.ArgumentParser(description="Abut against other libraries, all pairs of many boxes.")
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="folder of the programs")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder of broad.csv, broad.png and the log")
    parser.add_argument("--kinds", help="comma-separated, of " + ",".join(kinds) + "; the first four where not given")
    parser.add_argument("--max", type=int, help="most boxes of 10000, 100000, ...: 1000000")
    parser.add_argument("--peers", default=",".join(PEERS), help="of " + ",".join(PEERS))
    parser.add_argument("--repeat", type=int, help="timed runs of each: 5; half of that where boxes move or are many")
    parser.add_argument("--steps", type=int, help="of what moves: 10")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds a run of a million boxes may take, 60")
    parser.add_argument("--core", type=int, help="core to run on, the last one allowed")
    parser.add_argument("--quick", action="store_true",
                        help="1000 boxes, one repeat: does everything work? Status 1 when any peer is wrong")
    given = parser.parse_args()
    given.repeat = given.repeat or (1 if given.quick else 5)
    given.steps = given.steps or (2 if given.quick else 10)
    given.sizes = [1000] if given.quick else [n for n in SIZES if n <= (given.max or 10**6)] or [given.max]
    given.kinds = split(given.kinds, list(kinds), "kind") if given.kinds else list(kinds)[:4]
    if not (given.bin / "peers_broad_scenes").exists():
        sys.exit(f"broad.py: no programs in {given.bin}; ./run bench broad builds them, or ABUT_PEERS=ON")
    given.core = max(os.sched_getaffinity(0)) if given.core is None else given.core
    return given


def all_candidates(given, log):
    found = []
    memory = int(0.9 * os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    for peer in split(given.peers, PEERS, "peer"):
        path = given.bin / f"peers_broad_{peer}"
        found += candidates_of(peer, path, lambda p=path: Program(p, log, cores={given.core}, memory=memory))
    for c in found:
        if broad_report.on_all_cores(c):
            c.program.cores = os.sched_getaffinity(0)
    return found


class SceneRun:
    """All candidates on one scene."""

    def __init__(self, results, kind, size, given):
        self.results, self.kind, self.size, self.given = results, kind, size, given
        self.layout, self.moves = broad_report.KINDS[kind]
        self.scene, self.pairs = given.out / "scene.bin", given.out / "pairs.bin"
        self.runs = {}

    def run(self):
        self.make_scene()
        candidates = [c for c in self.results.candidates if self.given_a_chance(c)]
        alone = self.size > ALONE
        repeat = self.given.repeat
        for turn in range((repeat + 1) // 2 if self.moves or alone else repeat):
            for c in candidates:
                if c.alive:
                    self.turn(c, turn == 0, alone)
        for c in candidates:
            self.keep_times(c)
        self.scene.unlink()

    def make_scene(self):
        steps = self.given.steps if self.moves else 0
        command = [self.given.bin / "peers_broad_scenes", self.layout, str(self.size), self.scene, str(steps)]
        if subprocess.run(command, check=False).returncode != 0:
            sys.exit(f"broad.py: no boxes of kind {self.kind}")
        with open(self.scene, "rb") as file:
            file.seek(-SUM.size * (steps + 1), 2)
            self.truth = list(SUM.iter_unpack(file.read()))

    def given_a_chance(self, candidate):
        """Not where it failed on fewer boxes of this kind."""
        smaller = self.results.left_out.get((candidate.label, self.kind))
        if smaller:
            self.results.cell(candidate, self.size, self.kind)["note"] = f"left out: {smaller}"
        candidate.alive = not smaller
        candidate.program.limit_s = self.given.limit * max(1.0, self.size / 10**6) * (2 if self.moves else 1)
        return candidate.alive

    def turn(self, candidate, first, alone):
        """One run that counts, after one to warm up where the program has just been given the boxes."""
        if first or alone:
            if self.ask(candidate, f"load {candidate.mode} {self.scene}") is None or self.ask(candidate, "run") is None:
                return
        answer = self.ask(candidate, "run")
        if answer is None:
            return
        numbers = [float(x) for x in answer.split()]
        self.runs.setdefault(candidate.label, []).append(list(zip(*[iter(numbers)] * 4)))
        if first:
            self.check(candidate)
        if alone:
            candidate.program.close()

    def ask(self, candidate, line):
        """The answer, or None; then the candidate is out of this kind from here on."""
        try:
            return candidate.program.ask(line)
        except Failed as failed:
            candidate.alive = False
            candidate.program.close()
            if "no answers for this scene" not in str(failed):
                note = f"{failed} at {self.size:,} boxes"
                self.results.left_out[candidate.label, self.kind] = note
                self.results.cell(candidate, self.size, self.kind)["note"] = note
                self.runs.pop(candidate.label, None)
            return None

    def check(self, candidate):
        """Counts the frames with other pairs than the true ones, and looks at the first of them."""
        sums = self.ask(candidate, "sums")
        if sums is None:
            return
        numbers = [int(x) for x in sums.split()]
        wrong = [i for i, pair in enumerate(zip(numbers[::2], numbers[1::2])) if pair != self.truth[i]]
        cell = self.results.cell(candidate, self.size, self.kind)
        cell.update(pairs=numbers[0], wrong_frames=len(wrong), missing=0, extra=0, repeated=0)
        if wrong and self.ask(candidate, f"pairs {wrong[0]} {self.pairs}"):
            command = [self.given.bin / "peers_broad_scenes", "compare", self.scene, str(wrong[0]), self.pairs]
            told = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
            cell.update(zip(("missing", "extra", "repeated"), map(int, told)))
            self.pairs.unlink()

    def keep_times(self, candidate):
        """Milliseconds a list of pairs, means over the frames of a run: some peers do in one what serves several."""
        runs = self.runs.get(candidate.label)
        if not runs:
            return
        clock = 2 if broad_report.on_all_cores(candidate) else 0

        def of_runs(*columns):
            return [1e3 * sum(frame[k] for frame in run for k in columns) / len(run) for run in runs]

        totals = of_runs(clock, clock + 1)
        self.results.cell(candidate, self.size, self.kind).update(
            runs=len(runs), steps=len(runs[0]) if self.moves else 0, ms_median=median(totals), ms_min=min(totals),
            ms_max=max(totals), tree_ms_median=median(of_runs(clock)), search_ms_median=median(of_runs(clock + 1)),
            wall_ms_median=median(of_runs(2, 3)))


def verdict(results, on_all=False):
    """1 where Abut, or on request any other, was wrong or gave no answer."""
    status = 0
    for (label, size, kind), cell in results.cells.items():
        judged = on_all or label.startswith("abut")
        if judged and (cell.get("wrong_frames", 0) or cell.get("note")):
            print(f"broad.py: {label} failed on {size} boxes, {kind}", file=sys.stderr)
            status = 1
    return status


def main():
    given = arguments()
    given.out.mkdir(parents=True, exist_ok=True)
    title = machine(given.core)
    print(f"{title}, median of {given.repeat} runs in turn, processor time; on all cores wall-clock time\n")
    with open(given.out / "broad.log", "w", encoding="utf-8") as log:
        candidates = all_candidates(given, log)
        results = broad_report.BroadResults(candidates, given.sizes, given.kinds)
        for kind in given.kinds:
            for size in given.sizes:
                SceneRun(results, kind, size, given).run()
            broad_report.print_kind(results, kind)
            sys.stdout.flush()
    broad_report.write_csv(results, given.out / "broad.csv")
    plotted = broad_report.write_plot(results, given.out / "broad.png", title)
    print(f"\nwritten: {given.out / 'broad.csv'}" + (f", {given.out / 'broad.png'}" if plotted else
          "; no plot, python3-matplotlib is not installed"))
    for c in candidates:
        c.program.close()
    return verdict(results, on_all=given.quick)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
