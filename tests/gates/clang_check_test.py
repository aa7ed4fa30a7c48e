"""clang_check.py on a build of sources written here: what it refuses, and what it does not look at again."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).with_name("clang_check.py")


class ClangCheck(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        gates = self.root / "tests/gates"  # the script looks for sources from where it lies
        gates.mkdir(parents=True)
        shutil.copy(SCRIPT, gates)
        (self.root / "host").mkdir()
        (self.root / "build").mkdir()
        self.write("host/a.h", "inline int three() { return 3; }\n")
        self.write("host/a.cpp", '#include "a.h"\nint f() { return three(); }\n')
        self.write("host/b.cpp", "int g() { return 4; }\n")
        self.write("tests/c.cpp", "this is no C++\n")
        options = "-Wall -Werror -Wno-restrict --param=max-inline-insns-single=1000 -std=gnu++20 -O3"
        self.write("build/compile_commands.json", json.dumps([
            {"directory": str(self.root / "build"), "file": str(self.root / name),
             "command": f"/usr/bin/ccache /usr/bin/c++ -DA=1 {options} -o x.o -c {self.root / name}"}
            for name in ("host/a.cpp", "host/b.cpp", "tests/c.cpp")]))

    def write(self, name, text):
        (self.root / name).write_text(text, encoding="utf-8")

    def check(self, *folders, **environment):
        done = subprocess.run([sys.executable, "-B", self.root / "tests/gates/clang_check.py", self.root / "build", *folders],
                              capture_output=True, text=True, env={**os.environ, **environment})
        if done.returncode == 77 and not environment:
            self.skipTest("no clang here")
        return done.returncode, done.stdout

    def test_what_passed_is_looked_at_again_only_when_it_changes(self):
        code, out = self.check()
        self.assertEqual(code, 0, out)
        self.assertIn("2 sources, 2 looked at, 0 refused", out)
        self.assertIn("2 sources, 0 looked at, 0 refused", self.check()[1])
        self.write("host/a.h", "inline int three() { return 1 + 2; }\n")
        self.assertIn("2 sources, 1 looked at, 0 refused", self.check()[1])
        (self.root / "host/a.h").unlink()
        code, out = self.check()
        self.assertEqual(code, 1)
        self.assertIn("'a.h' file not found", out)

    def test_what_clang_refuses_fails_every_time(self):
        self.write("host/b.cpp", "int g() { int unused; return 4; }\n")
        for _ in range(2):
            code, out = self.check()
            self.assertEqual(code, 1)
            self.assertIn("unused variable 'unused'", out)
            self.assertIn("1 refused", out)

    def test_many_sources_share_the_standard_headers(self):
        names = [f"host/many_{k}.cpp" for k in range(30)]
        for k, name in enumerate(names):
            self.write(name, f"#include <vector>\nint f{k}(const std::vector<int>& v) {{ return v.empty() ? 0 : v[0]; }}\n")
        self.write(names[7], "#include <vector>\nint f(const std::vector<int>& v) { return v.first(); }\n")
        self.write(names[8], "#include <no_such_header>\n")
        self.write("build/compile_commands.json", json.dumps([
            {"directory": str(self.root / "build"), "file": str(self.root / name),
             "command": f"c++ -DA={k} -Wall -std=c++20 -isystem /usr/include -o x.o -c {self.root / name}"}
            for k, name in enumerate(names)]))
        code, out = self.check()
        self.assertEqual(code, 1)
        self.assertIn("no member named 'first'", out)
        self.assertIn("'no_such_header' file not found", out)
        self.assertIn("30 sources, 30 looked at, 2 refused", out)
        self.assertEqual(len(list((self.root / "build/clang_check").glob("*.pch"))), 1)
        self.assertIn("30 sources, 2 looked at, 2 refused", self.check()[1])

    def test_folders_are_those_named(self):
        self.assertEqual(self.check("tests")[0], 1)
        code, out = self.check("kernels")
        self.assertEqual(code, 1)
        self.assertIn("none of its sources is in", out)

    def test_without_clang_a_line_says_so(self):
        code, out = self.check(ABUT_CLANG="no-such-compiler")
        self.assertEqual(code, 77)
        self.assertEqual(len(out.splitlines()), 1)
        self.assertIn("no clang here", out)


if __name__ == "__main__":
    unittest.main()
