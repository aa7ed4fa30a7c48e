#!/usr/bin/env python3
"""How long does one pair query take, and how often is it wrong, here and in other libraries? (bench/peers/README.md)

Makes the pairs of each group and regime, gives them to every program, runs all in turn (A B C A B C) on one core, and
holds their answers to the first pairs against the reference. Prints tables, writes peers.csv and peers.png."""

import argparse
import os
import pathlib
import subprocess
import sys

import judge
import report
from candidates import candidates_of, cpu_info, machine, split
from plot import write_plot
from program import Failed, Program

PEERS = ["abut", "coal", "fcl", "libccd", "bullet"]


def arguments():
    parser = argparse.ArgumentParser(description="Abut against other libraries, pair by pair on one core.")
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="folder of the programs")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder of peers.csv, peers.png and the log")
    parser.add_argument("--groups", help="comma-separated; all where not given")
    parser.add_argument("--regimes", default=",".join(report.REGIMES), help="of separated,near,overlapping")
    parser.add_argument("--peers", default=",".join(PEERS), help="of " + ",".join(PEERS))
    parser.add_argument("--pairs", type=int, help="per group and regime: 100000, of hull512 20000")
    parser.add_argument("--repeat", type=int, help="timed runs of each, 5")
    parser.add_argument("--core", type=int, help="core to run on, the last one allowed")
    parser.add_argument("--quick", action="store_true", help="300 pairs, one repeat: does everything work?")
    given = parser.parse_args()
    given.repeat = given.repeat or (1 if given.quick else 5)
    if not (given.bin / "peers_sets").exists():
        sys.exit(f"peers.py: no programs in {given.bin}; ./run bench peers builds them, or ABUT_PEERS=ON")
    given.core = max(os.sched_getaffinity(0)) if given.core is None else given.core
    return given


def sizes(group, given):
    """Pairs, and how many of them are checked: big hulls cost more of both."""
    pairs = given.pairs or (300 if given.quick else 20000 if group == "hull512" else 100000)
    return pairs, min(pairs, 100 if given.quick else 500 if group == "hull512" else 2000)


# --- programs ----------------------------------------------------------------------------------------------------------


def all_candidates(given, log):
    found = []
    for peer in split(given.peers, PEERS, "peer"):
        path = given.bin / f"peers_{peer}"
        found += candidates_of(peer, path, lambda p=path: Program(p, log))
        if peer == "abut" and has_avx512():
            avx2 = {"ABUT_INSTRUCTION_SET": "avx2"}
            found += candidates_of(peer, path, lambda p=path: Program(p, log, avx2), " avx2")
    return found


def has_avx512():
    return "avx512f" in cpu_info("flags") and "ABUT_INSTRUCTION_SET" not in os.environ


# --- one set -----------------------------------------------------------------------------------------------------------


class SetRun:
    """All candidates on the pairs of one group in one regime."""

    def __init__(self, results, group, regime, given):
        self.results, self.group, self.regime, self.given = results, group, regime, given
        self.file = given.out / "set.bin"
        self.answers = given.out / "answers.bin"

    def run(self):
        self.make_set()
        for c in self.results.candidates:
            c.alive = self.ask(c, f"load {c.mode} {self.file}") is not None and self.ask(c, "run") is not None
        times = {c.label: [] for c in self.results.candidates}
        for _ in range(self.given.repeat):
            for c in self.results.candidates:
                answer = self.ask(c, "run") if c.alive else None
                if answer:
                    times[c.label].append([float(x) for x in answer.split()])
        self.keep_times(times)
        self.check()
        self.file.unlink()

    def make_set(self):
        pairs, checked = sizes(self.group, self.given)
        command = [self.given.bin / "peers_sets", self.group, self.regime, self.file, "--pairs", str(pairs),
                   "--checked", str(checked)]
        if subprocess.run(command, check=False).returncode != 0:
            sys.exit(f"peers.py: no pairs of {self.group}, {self.regime}")

    def ask(self, candidate, line):
        """The answer, or None; then the cell's note says why, and the candidate is out of this set."""
        try:
            return candidate.program.ask(line)
        except Failed as failed:
            candidate.alive = False
            if "no answers for this regime" not in str(failed):
                self.results.cell(candidate, self.group, self.regime)["note"] = str(failed)
            return None

    def keep_times(self, times):
        for c in self.results.candidates:
            if not c.alive:
                continue
            cpu = [t[0] for t in times[c.label]]
            self.results.cell(c, self.group, self.regime).update(
                pairs=sizes(self.group, self.given)[0], repeats=len(cpu), ns_cpu_median=report.median(cpu),
                ns_cpu_min=min(cpu), ns_cpu_max=max(cpu), ns_wall_median=report.median([t[1] for t in times[c.label]]))

    def check(self):
        truth = judge.truths(self.file)
        for c in self.results.candidates:
            if c.alive and self.ask(c, f"answers {self.answers}"):
                verdict = judge.judge(truth, self.answers)
                self.results.cell(c, self.group, self.regime).update(vars(verdict), failures=verdict.failures)
                self.answers.unlink()


# --- all ---------------------------------------------------------------------------------------------------------------


def verdict_on_abut(results):
    """1 where Abut failed, or a peer proved the reference wrong: then no number above means anything."""
    status = 0
    for (label, group, regime), cell in results.cells.items():
        failed = cell.get("failures", 0) or cell.get("normal_off", 0) or cell.get("witness_off", 0) or cell.get("note")
        if label.startswith("abut") and failed:
            print(f"peers.py: {label} failed on {group}, {regime}", file=sys.stderr)
            status = 1
        if cell.get("beaten", 0) > 1e-12:
            print(f"peers.py: {label} on {group}, {regime}: a normal proves the reference wrong", file=sys.stderr)
            status = 1
    return status


def main():
    given = arguments()
    given.out.mkdir(parents=True, exist_ok=True)
    listed = subprocess.run([given.bin / "peers_sets", "--list"], capture_output=True, text=True, check=True)
    groups = listed.stdout.split()
    groups = split(given.groups, groups, "group") if given.groups else groups
    regimes = split(given.regimes, list(report.REGIMES), "regime")
    title = machine(given.core)
    print(f"{title}, median of {given.repeat} runs in turn, processor time of one thread\n")
    with open(given.out / "peers.log", "w", encoding="utf-8") as log:
        candidates = all_candidates(given, log)
        results = report.Results(candidates, groups, regimes)
        os.sched_setaffinity(0, {given.core})
        for regime in regimes:
            for group in groups:
                SetRun(results, group, regime, given).run()
            report.print_regime(results, regime)
            sys.stdout.flush()
    report.write_csv(results, given.out / "peers.csv")
    plotted = write_plot(results, given.out / "peers.png", title)
    print(f"\nwritten: {given.out / 'peers.csv'}" + (f", {given.out / 'peers.png'}" if plotted else
          "; no plot, python3-matplotlib is not installed"))
    for c in candidates:
        c.program.close()
    return verdict_on_abut(results)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
