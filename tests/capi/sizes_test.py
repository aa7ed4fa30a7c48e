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
        self.assertIn("abut_pair 12 a b c\n", (self.top / "sizes.txt").read_text())

    def test_what_begins_with_its_size_may_get_fields_behind_the_others(self):
        self.change("base.h", "  size_t count;\n} abut_pairs;", "  size_t count;\n  uint32_t* more;\n  void (*call)(int a, int b);\n"
                    "  uint32_t no[4]; /* none; yet */\n} abut_pairs;")
        line = "abut_pairs 56 size pairs count more call no"
        self.assertEqual(self.ask(), (1, f"new, not in {self.top / 'sizes.txt'}: {line}; --write adds it\n"))
        self.assertEqual(self.ask("--write")[0], 0)
        self.assertIn(line + "\n", (self.top / "sizes.txt").read_text())
        self.assertEqual(self.ask()[0], 0)
        self.change("base.h", "no[4];", "no[2];")
        self.assertIn("abut_pairs has 48 bytes, and 56 in the list of version", self.ask("--write")[1])

    def test_but_none_between_or_instead_of_them(self):
        whole = (self.top / "abut/c/base.h").read_text()
        changed = [("  const abut_pair* pairs;\n  size_t count;\n} abut_pairs;",
                    f"  {before}const abut_pair* {pairs};\n  {between}size_t count;\n}} abut_pairs;")
                   for before, pairs, between in (("size_t more;\n  ", "pairs", ""), ("", "pairs", "size_t more;\n  "), ("", "other", ""))]
        changed.append(("  size_t count;\n} abut_pairs;", "} abut_pairs;"))
        changed.append(("  uint32_t a, b;\n} abut_pair;", "  uint32_t b, a;\n} abut_pair;"))
        for before, after in changed:
            self.change("base.h", before, after)
            for options in ((), ("--write",)):
                code, out = self.ask(*options)
                self.assertEqual(code, 1, after)
                self.assertRegex(out, "abut_pairs? has the fields .*, and .* in the list of version .*: a new version is needed")
            (self.top / "abut/c/base.h").write_text(whole)
        self.assertEqual(self.ask()[0], 0)

    def test_what_was_unused_may_get_a_name(self):
        self.change("shapes.h", "  uint32_t unused_too;", "  uint32_t used;")
        self.assertIn("new, not in", self.ask()[1])
        self.assertEqual(self.ask("--write")[0], 0)
        self.change("shapes.h", "  uint32_t used;", "  uint32_t another;")
        self.assertIn("abut_body_options has the fields", self.ask("--write")[1])

    def test_a_structure_that_is_gone_is_told_and_a_new_one_is_added(self):
        self.change("base.h", "typedef struct abut_cache {", "typedef struct abut_other {")
        self.change("base.h", "} abut_cache;", "} abut_other;\ntypedef abut_other abut_cache;")
        self.assertIn("abut_cache is gone", self.ask("--write")[1])
        self.change("base.h", "typedef struct abut_other {", "typedef struct abut_cache {\n  uint32_t words[32];\n} "
                    "abut_cache;\ntypedef struct abut_other {")
        self.change("base.h", "typedef abut_other abut_cache;", "")
        self.assertEqual(self.ask()[1].split(";")[0], f"new, not in {self.top / 'sizes.txt'}: abut_other 128 words")
        self.assertEqual(self.ask("--write")[0], 0)
        self.assertIn("abut_other 128 words\n", (self.top / "sizes.txt").read_text())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
