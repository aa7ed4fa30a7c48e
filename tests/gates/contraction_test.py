"""contraction.py on PTX written here: what it finds."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).with_name("contraction.py")
SUMS = "\tadd.rn.f32 \t%f4, %f3, %f2;\n\tsub.rn.f64 \t%fd5, %fd1, %fd2;\n"
NAMED = "\tmul.rn.f64 \t%fd3, %fd1, %fd2;\n" + SUMS
OPEN = "\tmul.f64 \t%fd3, %fd1, %fd2;\n\t@%p1 sub.ftz.f32 \t%f4, %f3, %f2;\n"
FMA = "\tfma.rn.f64 \t%fd3, %fd1, %fd2, %fd4;\n"


class Contraction(unittest.TestCase):
    def run_with(self, own, other):
        with tempfile.TemporaryDirectory() as folder:
            paths = [pathlib.Path(folder) / name for name in ("with.ptx", "without.ptx")]
            for path, text in zip(paths, (own, other)):
                path.write_text(text, encoding="utf-8")
            done = subprocess.run([sys.executable, "-B", SCRIPT, *paths], capture_output=True, text=True)
            return done.returncode, done.stdout

    def test_named_roundings_against_open_ones_pass(self):
        code, out = self.run_with(NAMED + FMA, OPEN + SUMS + FMA + FMA)
        self.assertEqual(code, 0, out)
        self.assertIn("with the flags: add.rn 1, fma.rn 1, mul.rn 1, sub.rn 1\n", out)

    def test_an_open_rounding_with_the_flags_fails(self):
        code, out = self.run_with(NAMED + OPEN + FMA, OPEN + FMA + FMA)
        self.assertEqual(code, 1)
        self.assertIn("with the flags 2 products and sums leave their rounding open", out)

    def test_two_builds_with_the_flags_fail(self):
        code, out = self.run_with(NAMED + FMA, NAMED + FMA)
        self.assertEqual(code, 1)
        self.assertIn("nothing is open to be merged", out)
        self.assertIn("none merged", out)

    def test_exact_sums_that_are_open_fail(self):
        code, out = self.run_with(NAMED + FMA, OPEN + FMA + FMA)
        self.assertEqual(code, 1)
        self.assertIn("without the flags no sum is named", out)

    def test_text_without_arithmetic_fails(self):
        code, out = self.run_with("", OPEN + FMA)
        self.assertEqual(code, 1)
        self.assertIn("no product and no sum at all", out)


if __name__ == "__main__":
    unittest.main()
