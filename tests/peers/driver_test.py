"""What the benchmark against other libraries calls a failure, and that a program which dies or hangs is one."""

import math
import pathlib
import struct
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(sys.argv.pop(1)) / "bench" / "peers"))
import judge  # noqa: E402
import report  # noqa: E402
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


class Tables(unittest.TestCase):
    def test_medians_and_means(self):
        self.assertEqual(report.median([3, 1, 2]), 2)
        self.assertEqual(report.median([4, 1, 2, 3]), 2.5)
        self.assertAlmostEqual(report.geometric_mean([1.0, 4.0, NAN]), 2.0)


if __name__ == "__main__":
    unittest.main()
