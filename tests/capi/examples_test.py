#!/usr/bin/env python3
"""The examples in C and Fortran print what they should: examples_test.py FOLDER"""
import re
import subprocess
import sys
import unittest
from pathlib import Path

FOLDER = Path()


def lines_of(name):
    done = subprocess.run([FOLDER / name], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
    assert done.returncode == 0, done.stdout
    return done.stdout.splitlines()


class Examples(unittest.TestCase):
    @unittest.skipUnless("c_contacts" in sys.argv, "not built")
    def test_c_follows_two_bodies_that_sink(self):
        rows = [re.match(r"step (\d), parts (\d) and (\d): separation (\S+),", line) for line in lines_of("c_contacts")]
        self.assertTrue(all(rows))
        ball = [float(r[4]) for r in rows if (r[2], r[3]) == ("0", "1")]
        self.assertEqual(len(ball), 3)
        # It lies flat on the rounded brick: 0.78 - 0.5 - 0.27, and 0.02 deeper each step.
        for step, separation in enumerate(ball):
            self.assertAlmostEqual(separation, 0.01 - 0.02 * step, places=6)

    @unittest.skipUnless("fortran_contacts" in sys.argv, "not built")
    def test_fortran_finds_each_sphere_on_its_brick(self):
        expected = [f"part {2 * k} and part {2 * k + 1}: separation {0 - 0.0625 * k:9.6f}, normal  0.000  0.000  1.000"
                    for k in range(3)]
        rows = [line for line in lines_of("fortran_contacts") if "normal  0.000  0.000  1.000" in line]
        self.assertEqual([r.replace("-0.000000", " 0.000000") for r in rows], expected)


if __name__ == "__main__":
    FOLDER = Path(sys.argv[1])
    unittest.main(argv=sys.argv[:1])
