"""What the benchmarks against other libraries call a failure, and that a program which dies or hangs is one."""

import argparse
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
import report  # noqa: E402
from candidates import Candidate  # noqa: E402
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

    def test_truths_are_the_end_of_a_set(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "set.bin"
            path.write_bytes(judge.HEAD.pack(b"abutset1", 0, 1, 9, 2) + b"shapes and pairs" + struct.pack("=2d", 3, -4))
            self.assertEqual(judge.truths(path), (3.0, -4.0))


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


class Tables(unittest.TestCase):
    def test_medians_and_means(self):
        self.assertEqual(report.median([3, 1, 2]), 2)
        self.assertEqual(report.median([4, 1, 2, 3]), 2.5)
        self.assertAlmostEqual(report.geometric_mean([1.0, 4.0, NAN]), 2.0)


if __name__ == "__main__":
    unittest.main()
