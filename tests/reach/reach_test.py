#!/usr/bin/env python3
"""The table of reach.py tells what is there from what is not."""
import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

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
        for table in (reach.PYTHON_NAMES, reach.OWNED):  # those of the library are of no use here
            emptied = mock.patch.dict(table, clear=True)
            emptied.start()
            self.addCleanup(emptied.stop)

    def tearDown(self):
        self.folder.cleanup()

    def python_column(self):
        rows = ([p.strip() for p in line.strip("|").split("|")] for line in reach.table(self.root)[0])
        return {(c[0].strip("`"), c[1]): c[4] for c in rows}

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

    def test_other_names_and_owners_are_told_where_they_are_there(self):
        reach.PYTHON_NAMES.update({("", "find", "Cpu", ""): "PairFinder.reset", ("PairFinder", "find", "Cpu", ""): "query"})
        reach.OWNED["query"] = "PairFinder"
        self.assertEqual(self.python_column(), {
            ("query", "Cpu"): "owned by `PairFinder`", ("query", "Cuda"): "owned by `PairFinder`",
            ("find", "Cpu"): "yes, `PairFinder.reset`", ("PairFinder::find", "Cpu"): "yes, `query`"})
        self.assertEqual(reach.table(self.root)[1], {"c": 2, "python": 2, "owned": 2, "all": 4})
        self.assertEqual(self.run_main("--write")[0], 0)
        (self.root / "host/python/abut/__init__.py").write_text("from ._core import query\n")  # the class is not public
        self.assertEqual(set(self.python_column().values()), {"no", "yes, `query`"})

    def test_names_that_are_not_there_fail(self):
        self.run_main("--write")
        for table, key, value in (
            (reach.PYTHON_NAMES, ("", "ghost", "Cpu", ""), "query"), (reach.PYTHON_NAMES, ("", "find", "Cpu", ""), "PairFinder.ghost"),
            (reach.OWNED, "ghost", "PairFinder"), (reach.OWNED, "query", "Ghost"), (reach.OWNED, "query", "find"),
        ):
            with mock.patch.dict(table, {key: value}):
                code, out = self.run_main("--write")
                self.assertEqual(code, 1)
                self.assertIn(f": {value}", out)
        self.assertEqual(self.run_main("--write")[0], 0)

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
