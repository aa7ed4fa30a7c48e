#!/usr/bin/env python3
"""sizes.py tells a structure that has changed: sizes_test.py COMPILER INCLUDE LIST"""
import contextlib
import io
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import sizes

COMPILER, INCLUDE, LIST = sys.argv[1:4] if len(sys.argv) == 4 else ("cc", "include", "tests/capi/sizes.txt")


class Sizes(unittest.TestCase):
    def setUp(self):
        self.top = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.top)
        shutil.copytree(Path(INCLUDE) / "abut/c", self.top / "abut/c")
        shutil.copy(Path(INCLUDE) / "abut/abut_c.h", self.top / "abut")
        shutil.copy(LIST, self.top / "sizes.txt")

    def change(self, header, before, after):
        path = self.top / "abut/c" / header
        text = path.read_text()
        self.assertIn(before, text)
        path.write_text(text.replace(before, after, 1))

    def ask(self, *options):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            code = sizes.main(COMPILER, str(self.top), str(self.top / "sizes.txt"), *options)
        return code, out.getvalue()

    def test_a_longer_structure_needs_a_new_version(self):
        self.change("base.h", "  uint32_t a, b;\n} abut_pair;", "  uint32_t a, b, c;\n} abut_pair;")
        for options in ((), ("--write",)):
            code, out = self.ask(*options)
            self.assertEqual(code, 1)
            self.assertIn("abut_pair has 12 bytes, and 8 in the list of version", out)
        self.change("base.h", "#define ABUT_C_MINOR ", "#define ABUT_C_MINOR 9")
        self.assertIn("make it anew by --write", self.ask()[1])
        self.assertEqual(self.ask("--write")[0], 0)
        self.assertEqual(self.ask()[0], 0)
        self.assertIn("abut_pair 12\n", (self.top / "sizes.txt").read_text())

    def test_a_structure_that_is_gone_is_told_and_a_new_one_is_added(self):
        self.change("base.h", "typedef struct abut_cache {", "typedef struct abut_other {")
        self.change("base.h", "} abut_cache;", "} abut_other;\ntypedef abut_other abut_cache;")
        self.assertIn("abut_cache is gone", self.ask("--write")[1])
        self.change("base.h", "typedef struct abut_other {", "typedef struct abut_cache {\n  uint32_t words[32];\n} "
                    "abut_cache;\ntypedef struct abut_other {")
        self.change("base.h", "typedef abut_other abut_cache;", "")
        self.assertEqual(self.ask()[1].split(";")[0], f"new, not in {self.top / 'sizes.txt'}: abut_other")
        self.assertEqual(self.ask("--write")[0], 0)
        self.assertIn("abut_other 128\n", (self.top / "sizes.txt").read_text())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
