"""fused_pairs.py finds what it is for: in text, and in objects that a compiler has made."""

import contextlib
import io
import pathlib
import platform
import shutil
import subprocess
import tempfile
import unittest

import fused_pairs

TEXT = """
0000000000000000 <f(double const*)>:
   0:\tvmovupd (%rdi),%xmm0
   4:\tvfmaddsub132pd (%rsi),%xmm1,%xmm0
   9:\tvfmadd132sd %xmm1,%xmm2,%xmm0
0000000000000010 <g()>:
  10:\tvfmsubadd231ps %ymm1,%ymm2,%ymm0
  15:\tvfmsubadd213ps %zmm1,%zmm2,%zmm0
0000000000000020 <calls_vfmaddsub132pd>:
  20:\tvaddsubpd %xmm1,%xmm2,%xmm0
"""

#: A sum and a difference of products side by side; asked for in so many words; and as the library asks for fused products.
SOURCES = {
    "asked": "#include <immintrin.h>\n__m256d f(__m256d a, __m256d b, __m256d c) { return _mm256_fmaddsub_pd(a, b, c); }\n",
    "none": "double f(double a, double b, double c) { return __builtin_fma(a, b, c) + __builtin_fma(a, b, -c); }\n",
}


def says(*arguments):
    with contextlib.redirect_stdout(io.StringIO()) as told:
        return fused_pairs.main(*arguments), told.getvalue()


class FusedPairs(unittest.TestCase):
    def test_sums_beside_differences_are_found_and_others_are_not(self):
        self.assertEqual(fused_pairs.faults(TEXT), [("f(double const*)", 1), ("g()", 2)])
        self.assertEqual(fused_pairs.faults(""), [])

    def test_objects_are_told_apart(self):
        compiler, objdump = shutil.which("g++") or shutil.which("clang++"), shutil.which("objdump")
        if platform.machine() not in ("x86_64", "AMD64") or not compiler or not objdump:
            self.skipTest("needs a compiler for x86-64, and objdump")
        with tempfile.TemporaryDirectory() as folder:
            objects = {}
            for name, text in SOURCES.items():
                source = pathlib.Path(folder) / f"{name}.cpp"
                source.write_text(text, encoding="utf-8")
                objects[name] = str(source.with_suffix(".o"))
                command = [compiler, "-O2", "-mavx2", "-mfma", "-ffp-contract=off", "-c", str(source), "-o", objects[name]]
                subprocess.run(command, check=True)
            status, told = says(objdump, objects["none"], objects["asked"])
            self.assertEqual((status, told.count("asked.o: f("), told.count("none.o: ")), (1, 1, 0), told)
            self.assertEqual(says(objdump, objects["none"])[0], 0)

    def test_no_objects_are_a_fault(self):
        self.assertEqual(says("objdump"), (1, "nothing is disassembled: are there objects?\n"))


if __name__ == "__main__":
    unittest.main()
