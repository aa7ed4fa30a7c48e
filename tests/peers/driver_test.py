"""What the benchmarks against other libraries call a failure, and that a program which dies or hangs is one."""

import argparse
import contextlib
import csv
import io
import math
import os
import pathlib
import struct
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(sys.argv.pop(1)) / "bench" / "peers"))
import broad  # noqa: E402
import broad_report  # noqa: E402
import judge  # noqa: E402
import peers  # noqa: E402
import report  # noqa: E402
from candidates import Candidate, candidates_of, machine, split  # noqa: E402
from program import Failed, Program  # noqa: E402

NAN = math.nan


def answer(separation, outcome=judge.ANSWERED, along=None, points=None):
    """A record whose normal and points are right where not given."""
    points = points or (0, 0, 0, abs(separation), 0, 0)
    return (separation, separation if along is None else along, 1, 0, 0, *points, outcome)


class Failures(unittest.TestCase):
    def kind(self, true, *given, **named):
        return judge.failure(true, answer(*given, **named))

    def test_right_answers_are_none(self):
        self.assertIsNone(self.kind(0.5, 0.5009))
        self.assertIsNone(self.kind(-0.01, -0.0109))
        self.assertIsNone(self.kind(4e-7, -5e-7), "both sides of zero, within 1e-6")

    def test_each_kind_is_told_apart(self):
        self.assertEqual(self.kind(0.5, 0.5011), "off")
        self.assertEqual(self.kind(2e-6, -2e-6), "wrong_side")
        self.assertEqual(self.kind(0.5, 0.0), "wrong_side")
        self.assertEqual(self.kind(0.5, NAN, judge.OVERLAPPING), "wrong_side")
        self.assertEqual(self.kind(-0.5, NAN, judge.APART), "wrong_side")
        self.assertEqual(self.kind(0.5, NAN, judge.APART), "gave_up", "apart, but how far?")
        self.assertEqual(self.kind(0.5, 0.5, judge.GAVE_UP), "gave_up")
        self.assertEqual(self.kind(0.5, NAN), "nan")


class Verdicts(unittest.TestCase):
    def judge(self, truth, answers):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "answers.bin"
            path.write_bytes(b"".join(judge.CHECKED.pack(*a) for a in answers))
            return judge.judge(truth, path)

    def test_errors_are_over_the_answered(self):
        verdict = self.judge([1.0, 1.0, 1.0], [answer(1.25), answer(1.0), answer(9.0, judge.GAVE_UP)])
        self.assertEqual((verdict.failures, verdict.off, verdict.gave_up), (2, 1, 1))
        self.assertEqual(verdict.max_error, 0.25)

    def test_useless_normals_and_points_are_counted(self):
        verdict = self.judge([0.5] * 4, [answer(0.5), answer(0.5, along=0.3), answer(0.5, along=NAN),
                                         answer(0.5, points=(0, 0, 0, 0.6, 0, 0))])
        self.assertEqual((verdict.failures, verdict.normal_off, verdict.witness_off), (0, 2, 1))

    def test_no_points_is_not_wrong_points(self):
        self.assertIsNone(self.judge([0.5], [answer(0.5, points=(NAN,) * 6)]).witness_off)

    def test_a_normal_that_beats_the_truth_shows(self):
        self.assertAlmostEqual(self.judge([0.5], [answer(0.5, along=0.75)]).beaten, 0.25)
        self.assertEqual(self.judge([0.5], [answer(0.5, along=0.25)]).beaten, 0.0)

    def test_each_planted_fault_is_counted_once_in_its_kind(self):
        truth = [0.01 * k - 0.5 for k in range(100)]
        faults = {3: (0.3, judge.ANSWERED), 7: (NAN, judge.ANSWERED), 20: (truth[20], judge.GAVE_UP),
                  40: (truth[40] + 0.002, judge.ANSWERED), 60: (truth[60], judge.OVERLAPPING), 10: (0, judge.APART)}
        answers = [answer(*faults.get(k, (t, judge.ANSWERED))) for k, t in enumerate(truth)]
        verdict = self.judge(truth, answers)
        kinds = (verdict.wrong_side, verdict.nan, verdict.gave_up, verdict.off)
        self.assertEqual((verdict.checked, verdict.failures, kinds), (100, 6, (3, 1, 1, 1)))

    def test_the_thousandth_largest_error_leaves_the_largest_out(self):
        errors = [1e-6 * k for k in range(2000)]
        verdict = self.judge([1.0] * 2000, [answer(1.0 + e) for e in reversed(errors)])
        self.assertAlmostEqual(verdict.max_error, errors[-1], 12)
        self.assertAlmostEqual(verdict.p999_error, errors[1997], 12)
        self.assertTrue(math.isnan(self.judge([1.0], [answer(1.0, judge.GAVE_UP)]).max_error))

    def test_too_few_and_too_many_answers_are_no_verdict(self):
        for count in (1, 3):
            with self.assertRaisesRegex(ValueError, f"{count} answers to 2 pairs"):
                self.judge([1.0, 2.0], [answer(1.0)] * count)

    def test_truths_are_the_end_of_a_set(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "set.bin"
            path.write_bytes(judge.HEAD.pack(b"abutset1", 0, 1, 9, 2) + b"shapes and pairs" + struct.pack("=2d", 3, -4))
            self.assertEqual(judge.truths(path), (3.0, -4.0))


class Machines(unittest.TestCase):
    def test_without_git_the_commit_is_unknown(self):
        path = os.environ["PATH"]
        try:
            with tempfile.TemporaryDirectory() as empty:
                os.environ["PATH"] = empty
                self.assertRegex(machine(3), ", core 3, commit unknown$")
        finally:
            os.environ["PATH"] = path


class Programs(unittest.TestCase):
    def failure_of(self, script, limit_s=10.0):
        with tempfile.TemporaryDirectory() as folder, open("/dev/null", "w", encoding="utf-8") as log:
            path = pathlib.Path(folder) / "program"
            path.write_text("#!/bin/sh\n" + script)
            path.chmod(0o700)
            program = Program(path, log, limit_s=limit_s)
            self.assertEqual(program.ask("about"), "ok")
            with self.assertRaises(Failed) as caught:
                program.ask("run")
            if caught.exception.args[0] != "for a reason":
                self.assertEqual(program.ask("about"), "ok", "it is started anew")
            program.close()
            return str(caught.exception)

    def test_death_is_told_with_the_signal(self):
        self.assertEqual(self.failure_of("read line; echo ok; read line; kill -ABRT $$"), "died of SIGABRT")

    def test_a_program_that_hangs_is_given_up(self):
        self.assertEqual(self.failure_of("read line; echo ok; read line; read line", 0.5), "no answer within 0.5 s")

    def test_a_reason_is_passed_on(self):
        self.assertEqual(self.failure_of("read line; echo ok; read line; echo cannot: for a reason"), "for a reason")


    def test_runs_on_the_cores_it_is_given(self):
        core = min(os.sched_getaffinity(0))
        with tempfile.TemporaryDirectory() as folder, open("/dev/null", "w", encoding="utf-8") as log:
            path = pathlib.Path(folder) / "program"
            path.write_text("#!/bin/sh\nread line; grep Cpus_allowed_list /proc/self/status; read line")
            path.chmod(0o700)
            program = Program(path, log, cores={core}, memory=2**40)
            self.assertEqual(program.ask("cores").split(), ["Cpus_allowed_list:", str(core)])
            program.close()


class Told:
    """A program that answers what it is told to; an exception is no answer."""

    def __init__(self, **answers):
        self.answers, self.lines, self.limit_s = answers, [], None

    def ask(self, line):
        self.lines.append(line)
        answer = self.answers.get(line.split()[0], "ok")
        if isinstance(answer, Failed):
            raise answer
        return answer

    def close(self):
        self.lines.append("closed")


class BroadRuns(unittest.TestCase):
    """The scenes are written by a script: two frames, of 7 and 8 pairs."""

    def results_of(self, kind, sizes, **programs):
        candidates = [Candidate(*name.split("_", 1), "f64", "", program) for name, program in programs.items()]
        with tempfile.TemporaryDirectory() as folder:
            scenes = pathlib.Path(folder) / "peers_broad_scenes"
            scenes.write_text("#!/bin/sh\n[ $1 = compare ] && { echo $3 5 6; exit; }\ncp $0.bin $3\n")
            scenes.chmod(0o700)
            scenes.with_suffix(".bin").write_bytes(b"boxes" + struct.pack("=4Q", 7, 70, 8, 80))
            given = argparse.Namespace(bin=pathlib.Path(folder), out=pathlib.Path(folder), repeat=3, steps=1, limit=9.0)
            (pathlib.Path(folder) / "pairs.bin").touch()
            results = broad_report.BroadResults(candidates, sizes, [kind])
            for size in sizes:
                broad.SceneRun(results, kind, size, given).run()
        return results

    def test_a_run_counts_as_the_mean_of_its_frames_on_the_right_clock(self):
        program = Told(run="0.001 0.002 9 9 0.003 0.004 9 9 ", sums="7 70 8 80 ")
        everywhere = Told(run="9 9 0.001 0.002 ", sums="7 70 8 80 ")
        results = self.results_of("moving", [10], abut_tree=program, abut_tree_all=everywhere)
        cell = results.cells["abut tree", 10, "moving"]
        self.assertAlmostEqual(cell["ms_median"], 5.0)
        self.assertAlmostEqual(cell["tree_ms_median"], 2.0)
        self.assertEqual((cell["pairs"], cell["wrong_frames"], cell["runs"], cell["steps"]), (7, 0, 2, 2))
        self.assertAlmostEqual(results.cells["abut tree_all", 10, "moving"]["ms_median"], 3.0)
        self.assertEqual(broad.verdict(results), 0)

    def test_one_wrong_pair_in_one_frame_shows(self):
        wrong = Told(run="1 1 1 1 ", sums="7 70 8 81 ")
        results = self.results_of("moving", [10], abut_tree=wrong)
        cell = results.cells["abut tree", 10, "moving"]
        self.assertEqual([cell[k] for k in ("wrong_frames", "missing", "extra", "repeated")], [1, 1, 5, 6])
        self.assertEqual(broad_report.difference_text(cell), "1, 11")
        self.assertIn("pairs 1", " ".join(wrong.lines), "the frame is looked at")
        self.assertEqual(broad.verdict(results), 1)

    def test_who_misses_pairs_is_not_the_fastest(self):
        results = self.results_of("moving", [10], abut_tree=Told(run="2 0 9 9 ", sums="7 70 8 80 "),
                                  fcl_sap=Told(run="1 0 9 9 ", sums="7 70 8 81 "),
                                  fcl_tree=Told(run="4 2 9 9 ", sums="7 70 8 80 "))
        self.assertEqual((broad.verdict(results), broad.verdict(results, on_all=True)), (0, 1))
        self.assertAlmostEqual(results.over_abut(results.fastest_peer(10, "moving"), "tree", 10, "moving"), 3.0)

    def test_who_gives_no_answer_is_left_out_from_there_on(self):
        slow = Told(run=Failed("no answer within 9 s"))
        results = self.results_of("moving", [10, 100], fcl_sap=slow, fcl_tree=Told(run="1 1 1 1 ", sums="7 70 8 80 "))
        self.assertEqual(slow.lines.count("run"), 1)
        texts = [broad_report.time_text(results.cells["fcl sap", size, "moving"], "ms_median") for size in (10, 100)]
        self.assertEqual(texts, ["failed", "left out"])
        self.assertIn("10 boxes", results.left_out["fcl sap", "moving"])
        self.assertIn("ms_median", results.cells["fcl tree", 100, "moving"])

    def test_many_boxes_are_in_one_program_at_a_time(self):
        program = Told(run="1 1 1 1 ", sums="7 70 8 80 ")
        self.results_of("moving", [broad.ALONE + 1], fcl_tree=program)
        commands = [line.split()[0] for line in program.lines]
        self.assertEqual(commands, ["load", "run", "run", "sums", "closed", "load", "run", "run", "closed"])


class Candidates(unittest.TestCase):
    def found(self, program, exists=True):
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as said:
            path = pathlib.Path(folder) / "peers_fcl"
            if exists:
                path.touch()
            return candidates_of("fcl", path, lambda: program, " avx2"), said.getvalue()

    def test_each_mode_is_a_candidate_of_its_own(self):
        program = Told(about="fcl 0.7 | as Debian has it", modes="sap:f64 tree_warm:f32")
        found, said = self.found(program)
        self.assertEqual([(c.label, c.scalar, c.alive) for c in found],
                         [("fcl sap avx2", "f64", False), ("fcl tree_warm avx2", "f32", False)])
        self.assertEqual(said, "  fcl 0.7: as Debian has it\n")
        self.assertIn("closed", program.lines, "the program that was asked is not one of theirs")

    def test_what_is_not_built_or_does_not_start_is_left_out_with_a_line(self):
        self.assertEqual(self.found(Told(), exists=False), ([], "  fcl: not built, left out\n"))
        dead = Told(modes=Failed("died of SIGILL"))
        self.assertEqual(self.found(dead), ([], "  fcl avx2: died of SIGILL, left out\n"))
        self.assertIn("closed", dead.lines)

    def test_lists_are_checked_by_name(self):
        self.assertEqual(split("b,a", ["a", "b"], "peer"), ["b", "a"])
        with self.assertRaisesRegex(SystemExit, "unknown peer c; there are a,b"):
            split("a,c", ["a", "b"], "peer")


class SetRuns(unittest.TestCase):
    """The pairs are written by a script: two, apart by 0.5 and 0.25."""

    def run_set(self, **programs):
        candidates = [Candidate(*name.split("_", 1), "f64", "", program) for name, program in programs.items()]
        self.results = report.Results(candidates, ["box_box"], ["near"])
        with tempfile.TemporaryDirectory() as folder:
            self.folder = pathlib.Path(folder)
            sets = self.folder / "peers_sets"
            sets.write_text('#!/bin/sh\necho "$@" > $0.args\ncp $0.bin $3\n')
            sets.chmod(0o700)
            sets.with_suffix(".bin").write_bytes(judge.HEAD.pack(b"abutset1", 1, 0, 2, 2) + struct.pack("=2d", 0.5, 0.25))
            given = argparse.Namespace(bin=self.folder, out=self.folder, repeat=3, pairs=50, quick=False)
            peers.SetRun(self.results, "box_box", "near", given).run()
            self.args = sets.with_suffix(".args").read_text().split()
            self.left = sorted(path.name for path in self.folder.iterdir())
        return {name: self.results.cells.get((name.replace("_", " ", 1), "box_box", "near"), {}) for name in programs}

    def test_a_set_is_timed_in_turn_and_its_answers_are_held_against_the_truth(self):
        right = Answering([0.5, 0.25], run=["9 9", "3 6", "1 2", "2 4"])  # the first run warms up
        wrong = Answering([0.5, -0.25], run=["9 9", "5 5", "5 5", "5 5"])
        cells = self.run_set(abut_f64=right, fcl_gjk=wrong)
        self.assertEqual(self.args[:2] + self.args[3:], ["box_box", "near", "--pairs", "50", "--checked", "50"])
        cell = cells["abut_f64"]
        self.assertEqual([cell[k] for k in ("ns_cpu_median", "ns_cpu_min", "ns_cpu_max", "ns_wall_median", "repeats")],
                         [2.0, 1.0, 3.0, 4.0, 3])
        self.assertEqual((cell["failures"], cells["fcl_gjk"]["failures"], cells["fcl_gjk"]["wrong_side"]), (0, 1, 1))
        self.assertEqual(self.left, ["peers_sets", "peers_sets.args", "peers_sets.bin"], "sets and answers are gone")
        self.assertEqual(self.verdict(), 0)

    def test_who_dies_is_out_of_this_set_and_who_has_no_answers_has_no_note(self):
        dead = Answering([0.5, 0.25], run=["9 9", "3 6", Failed("died of SIGSEGV")])
        silent = Answering([0.5, 0.25], load=Failed("no answers for this regime"))
        cells = self.run_set(abut_f64=dead, coal_f32=silent, fcl_gjk=Answering([0.5, 0.25], run=["1 1"] * 4))
        self.assertEqual(cells["abut_f64"], {"note": "died of SIGSEGV"})
        self.assertEqual(dead.lines.count("run"), 3, "it is not asked again")
        self.assertEqual(cells["coal_f32"], {})
        self.assertEqual(cells["fcl_gjk"]["failures"], 0)
        self.assertEqual(self.verdict(), 1)

    def test_a_normal_that_beats_the_reference_is_everyones_failure(self):
        for along, status in ((0.5 + 1e-13, 0), (0.5 + 1e-11, 1)):
            self.run_set(fcl_gjk=Answering([0.5, 0.25], along=[along, 0.25], run=["1 1"] * 4))
            self.assertEqual(self.verdict(), status)

    def verdict(self):
        with contextlib.redirect_stderr(io.StringIO()):
            return peers.verdict_on_abut(self.results)


class Answering(Told):
    """Times from a list, and answers to the checked pairs."""

    def __init__(self, separations, along=None, run=(), **answers):
        super().__init__(**answers)
        self.runs, self.separations, self.along = list(run), separations, along or separations

    def ask(self, line):
        if line == "run":
            self.answers["run"] = self.runs.pop(0)
        if line.startswith("answers"):
            packed = [judge.CHECKED.pack(*answer(s, along=a)) for s, a in zip(self.separations, self.along)]
            pathlib.Path(line.split()[1]).write_bytes(b"".join(packed))
        return super().ask(line)


class Tables(unittest.TestCase):
    def test_medians_and_means(self):
        self.assertEqual(report.median([3, 1, 2]), 2)
        self.assertEqual(report.median([4, 1, 2, 3]), 2.5)
        self.assertAlmostEqual(report.geometric_mean([1.0, 4.0, NAN]), 2.0)
        self.assertTrue(math.isnan(report.geometric_mean([NAN])))

    def results(self):
        names = [("abut", "f32", "f32", " avx2"), ("abut", "f32", "f32", ""), ("abut", "f64", "f64", ""),
                 ("bullet", "gjk", "f32", ""), ("coal", "f64", "f64", "")]
        candidates = [Candidate(peer, mode, scalar, variant, None) for peer, mode, scalar, variant in names]
        results = report.Results(candidates, ["box_box", "mix"], ["near"])
        times = {"abut f32": (10, 20), "abut f32 avx2": (20, 40), "abut f64": (30, 50), "bullet gjk": (40, 20)}
        for c in candidates:
            for group, time in zip(results.groups, times.get(c.label, ())):
                results.cell(c, group, "near").update(ns_cpu_median=float(time), failures=0, max_error=1e-7, normal_off=2,
                                                      witness_off=None)
        results.cell(candidates[4], "mix", "near")["note"] = "died of SIGSEGV"
        return results

    def test_ratios_are_over_abut_in_the_same_precision_as_its_users_get_it(self):
        rows = dict(report.all_ratios(self.results(), "near"))
        self.assertEqual(rows["abut f32 avx2 / abut f32"], [2.0, 2.0])
        self.assertEqual(rows["bullet gjk / abut f32"], [4.0, 1.0])
        self.assertTrue(all(map(math.isnan, rows["coal f64 / abut f64"])))
        self.assertNotIn("abut f64 / abut f64", rows)

    def test_a_table_has_a_row_for_who_answered_and_words_for_who_died(self):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            report.print_regime(self.results(), "near")
        rows = {}
        for line in said.getvalue().splitlines():
            rows.setdefault(line[:33].strip(), []).append(line[33:].split())
        self.assertEqual(rows["bullet gjk"], [["40", "20"], ["0,", "1e-07", "0,", "1e-07"], ["2,", "-", "2,", "-"]])
        self.assertEqual(rows["bullet gjk / abut f32"], [["4.00", "1.00", "2.00"]])
        self.assertEqual(rows["coal f64"], [["-", "died"]] * 3)
        self.assertNotIn("coal f64 / abut f64", rows, "a row of nothing is left out")

    def test_the_csv_has_a_line_for_each_candidate_group_and_regime(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "peers.csv"
            report.write_csv(self.results(), path)
            with open(path, newline="", encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
        self.assertEqual(len(rows), 10)
        row = next(r for r in rows if (r["peer"], r["group"]) == ("bullet", "box_box"))
        self.assertEqual((row["mode"], row["scalar"], row["ns_cpu_median"], row["over_abut"]), ("gjk", "f32", "40", "4.000"))
        self.assertEqual([r["note"] for r in rows if r["peer"] == "coal"], ["", "died of SIGSEGV"])
        self.assertEqual({r["mode"] for r in rows if r["peer"] == "abut"}, {"f32", "f32 avx2", "f64"})


if __name__ == "__main__":
    unittest.main()
