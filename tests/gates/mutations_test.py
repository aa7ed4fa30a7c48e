"""mutations.py on a tree and a build written here: what it takes for seen, and that it puts the sources back."""

import contextlib
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import mutations

SCRIPT = pathlib.Path(__file__).with_name("mutations.py")
SOURCE = "int one() { return 1; }\nint two() { return 2; }\n"
FAULT = """# a remark
what: one is {new}
file: code.cpp
old: return 1;
new: return {new};
program: test_code
filter: One.*
"""
# Does what a GoogleTest program would, by the text of the source.
PROGRAM = """#!/bin/sh
case $1 in *One*) ;; *) echo "[==========] Running 0 tests from 0 test suites."; exit 0 ;; esac
grep -q "return 1;" code.cpp && exit 0
grep -q "return 9;" code.cpp && exit 0
grep -q "return 7;" code.cpp && kill -9 $$
grep -q "return 8;" code.cpp && while :; do :; done
if grep -q "return 71;" code.cpp; then
  printf 'cores: attribute 40: 0\ncores: load out of bounds: address 10 size 4, PTX line 7 of m, kernel k\ncores: 1 reports\n' >&2
  exit 71
fi
grep -q "return 70;" code.cpp && echo "cores: a fat binary has no PTX text" >&2 && exit 70
echo "$PWD/code_test.cpp:3: Failure"
echo "[  FAILED  ] One.IsOne (0 ms)"
exit 1
"""
# Knows an object of the program and one of the library, and how the program is linked.
NINJA = """#!/bin/sh
echo "$@" >> ninja.log
case "$*" in
  *targets*) printf 'CMakeFiles/test_code.dir/code_test.cpp.o: CXX\\nCMakeFiles/abut.dir/code.cpp.o: CXX\\n' ;;
  *commands*) printf 'c++ -c x\\n: && echo linked CMakeFiles/test_code.dir/code_test.cpp.o -o tests/test_code > link.txt && cp tests/test_cod? mutated/ # $PWD/build/tests/test_code\\n' ;;
  *) grep -q "return x;" code.cpp && echo "x is not declared" && exit 1 ;;
esac
exit 0
"""
CMAKE = """#!/bin/sh
if grep -q "return x;" code.cpp; then echo "x is not declared"; exit 1; fi
"""


class Mutations(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        self.source = self.root / "code.cpp"
        self.source.write_text(SOURCE, encoding="utf-8")
        for path, text in (("build/tests/test_code", PROGRAM), ("bin/cmake", CMAKE), ("bin/ninja", NINJA)):
            program = self.root / path
            program.parent.mkdir(parents=True, exist_ok=True)
            program.write_text(text, encoding="utf-8")
            program.chmod(0o755)
        (self.root / "tests/gates/mutations").mkdir(parents=True)

    def run_with(self, text, *words, build="build"):
        (self.root / "tests/gates/mutations/test_code.txt").write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, "-B", SCRIPT, self.root, build, *words], capture_output=True, text=True,
                              cwd=self.root, env={**os.environ, "PATH": f"{self.root}/bin:{os.environ['PATH']}"})
        self.assertEqual(self.source.read_text(encoding="utf-8"), SOURCE, "the source is as before")
        self.assertFalse((self.root / "build/mutation.json").exists())
        return done.returncode, done.stdout + done.stderr

    def test_a_fault_that_a_test_sees_is_named_with_the_test(self):
        code, out = self.run_with(FAULT.format(new=3))
        self.assertEqual((code, out), (0, "one is 3: seen by One.IsOne (code_test.cpp:3: Failure)\n1 of 1 faults are seen\n"))

    def test_an_end_by_a_signal_is_seen_too(self):
        code, out = self.run_with(FAULT.format(new=7))
        self.assertEqual((code, out.splitlines()[0]), (0, "one is 7: seen by ended with status -9"))

    def test_a_report_of_the_stand_in_is_seen_and_named(self):
        code, out = self.run_with(FAULT.format(new=71))
        report = "cores: load out of bounds: address 10 size 4, PTX line 7 of m, kernel k"
        self.assertEqual((code, out.splitlines()[0]), (0, f"one is 71: seen by {report}"))

    def test_a_stand_in_that_gives_up_is_an_error(self):
        code, out = self.run_with(FAULT.format(new=70))
        self.assertEqual(code, 1)
        self.assertEqual(out, "cores: a fat binary has no PTX text\ntest_code: the stand-in for the CUDA runtime gave up\n")

    def test_tests_end_by_the_time_of_a_core_and_not_by_the_clock(self):
        program = self.root / "build/tests/test_code"
        for does, seen in (("while :; do :; done", "did not end in 1 s of a core"), ("sleep 2", None)):
            program.write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
            with unittest.mock.patch.object(mutations, "LIMIT", 1):
                self.assertEqual(mutations.run_tests(self.root, program, {"program": "", "filter": "", "environment": ""}), seen)

    def test_what_its_time_alone_shows_is_counted(self):
        listed = self.root / "tests/gates/mutations/test_code.txt"
        listed.write_text(FAULT.format(new=8) + "\n" + FAULT.format(new=3), encoding="utf-8")
        path = {"PATH": f"{self.root}/bin:{os.environ['PATH']}"}
        with unittest.mock.patch.object(mutations, "LIMIT", 1), unittest.mock.patch.dict(os.environ, path), \
                contextlib.redirect_stdout(io.StringIO()) as out:
            self.assertEqual(mutations.main(self.root, self.root / "build", []), 0)
        lines = out.getvalue().splitlines()
        self.assertEqual((lines[0], lines[2]), ("one is 8: seen by did not end in 1 s of a core",
                                                "2 of 2 faults are seen, 1 by their time alone"))

    def test_a_fault_that_no_test_sees_fails(self):
        code, out = self.run_with(FAULT.format(new=3) + "\n" + FAULT.format(new=9))
        self.assertEqual(code, 1)
        self.assertIn("one is 9: NOT SEEN\n1 of 2 faults are seen", out)

    def test_words_choose(self):
        code, out = self.run_with(FAULT.format(new=3) + "\n" + FAULT.format(new=9), "is 3")
        self.assertEqual((code, out.splitlines()[-1]), (0, "1 of 1 faults are seen"))
        self.assertIn("no fault has one of the words", self.run_with(FAULT.format(new=3), "nothing")[1])

    def test_what_does_not_compile_is_no_fault(self):
        code, out = self.run_with(FAULT.format(new="x"))
        self.assertEqual(code, 1)
        self.assertIn("does not compile:\nx is not declared", out)

    def test_named_objects_alone_are_compiled_and_linked_before_the_others(self):
        objects = "objects: code.cpp code_test.cpp\n"
        code, out = self.run_with(FAULT.format(new=3) + objects)
        self.assertEqual((code, out.splitlines()[-1]), (0, "1 of 1 faults are seen"), out)
        self.assertEqual((self.root / "build/link.txt").read_text(encoding="utf-8").split(),
                         ["linked", "CMakeFiles/abut.dir/code.cpp.o", "CMakeFiles/test_code.dir/code_test.cpp.o", "-o", "mutated/test_code"])
        built = [line for line in (self.root / "ninja.log").read_text(encoding="utf-8").splitlines() if " -t " not in line]
        self.assertEqual(len(built), 2, "with the fault, and the program's own without it")
        own, library = "CMakeFiles/test_code.dir/code_test.cpp.o", "CMakeFiles/abut.dir/code.cpp.o"
        self.assertEqual([line.split(" ", 2)[2] for line in built], [f"{own} {library}", own])
        self.assertIn("does not compile:\nx is not declared", self.run_with(FAULT.format(new="x") + objects)[1])
        self.assertIn("neither test_code nor the library is made of other.cpp", self.run_with(FAULT.format(new=3) + "objects: other.cpp\n")[1])
        self.assertIn("other.cpp is not there", self.run_with(FAULT.format(new=3) + "objects: other.cpp\n", build="--check")[1])

    def test_a_list_that_does_not_fit_is_told(self):
        self.assertIn('"return 5;" is there 0 times', self.run_with(FAULT.format(new=3).replace("return 1;", "return 5;"))[1])
        self.assertIn("is there 2 times", self.run_with(FAULT.format(new=3).replace("old: return 1;", "old: return"))[1])
        self.assertIn("no test is named Two.*", self.run_with(FAULT.format(new=3).replace("One.*", "Two.*"))[1])
        self.assertIn("a fault has what, file", self.run_with("what: a\nfile: code.cpp\n")[1])
        self.assertEqual(self.run_with(FAULT.format(new=3), build="--check"), (0, "1 faults fit the code\n"))
        self.assertEqual(self.run_with(FAULT.format(new=3).replace("return 1;", "return 5;"), build="--check")[0], 1)

    def test_what_a_killed_run_has_left_is_put_back_first(self):
        self.source.write_text("int one() { return 3; }\n", encoding="utf-8")
        (self.root / "build/mutation.json").write_text(json.dumps({"path": str(self.source), "text": SOURCE}),
                                                       encoding="utf-8")
        self.assertEqual(self.run_with(FAULT.format(new=3))[0], 0)


if __name__ == "__main__":
    unittest.main()
