#!/usr/bin/env python3
"""The table of reach.py tells what is there from what is not."""
import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import reach  # noqa: E402

HEADER = """
#pragma once
#include <vector>
namespace abut {
/// Not a function: find_ghosts(const Cpu& cpu);
struct Options { double alert = 0; int (*call)(int); };
template <class T>
void query(const Cpu& cpu, const View<T>& view, const Options& options = {});
void query(const Cuda& cuda, const View<float>& view, void* workspace);
std::vector<Pair> find(const Cpu& cpu,
                       double alert);
inline namespace ABUT_ISA {
ABUT_INLINE int inside(int a) { return a; }
}
namespace detail { void hidden(const Cpu& cpu); }
class PairFinder {
 public:
  explicit PairFinder(const Cpu& cpu = {});
  std::span<const Pair> find(const View<float>& view);
 private:
  void secret();
};
}
"""
C = "ABUT_C_API int abut_query_f32(int threads);\nABUT_C_API int abut_query_f64(int threads);\n" \
    "ABUT_C_API int abut_pair_finder_find(abut_pair_finder* finder);\n"
INIT = "from ._core import query, PairFinder\n"
CORE = "def query(shapes, *, stream=None): ...\ndef find(shapes): ...\nclass PairFinder:\n    def reset(self): ...\n"


class Reach(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name)
        for path, text in {"include/abut/a.h": HEADER, "include/abut/c/a.h": C, "host/python/abut/__init__.py": INIT,
                           "host/python/abut/_core.pyi": CORE, "docs/reference/x": ""}.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(text)

    def tearDown(self):
        self.folder.cleanup()

    def run_main(self, *options):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            return reach.main(self.root, *options), out.getvalue()

    def test_rows_say_yes_and_no(self):
        rows = {(c[0], c[1]): (c[3][:3].strip(), c[4]) for c in
                ([p.strip() for p in line.strip("|").split("|")] for line in reach.table(self.root)[0])}
        self.assertEqual(rows, {
            ("`query`", "Cpu"): ("yes", "yes"),
            ("`query`", "Cuda"): ("no", "yes"),  # by its stream
            ("`find`", "Cpu"): ("no", "no"),  # the package's __init__ does not export it
            ("`PairFinder::find`", "Cpu"): ("yes", "no"),
        })

    def test_one_precision_alone_is_not_reached(self):
        (self.root / "include/abut/c/a.h").write_text(C.replace("abut_query_f64", "abut_other"))
        self.assertIn("| no | yes |", reach.table(self.root)[0][0])

    def test_a_table_that_is_not_current_fails(self):
        self.assertEqual(self.run_main()[0], 1)
        self.assertEqual(self.run_main("--write")[0], 0)
        self.assertEqual(self.run_main()[0], 0)
        (self.root / "include/abut/c/a.h").write_text("")
        code, out = self.run_main()
        self.assertEqual(code, 1)
        self.assertIn("tests/reach/reach.py . --write", out)


if __name__ == "__main__":
    unittest.main()
