#!/usr/bin/env python3
"""The checks of this folder find what they are for: checks_test.py COMPILER NM"""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import each_has_a_test
import include_direction
import isa_symbols

COMPILER, NM = sys.argv[1:3]


def write(root, path, text):
    file = Path(root) / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


class IncludeDirection(unittest.TestCase):
    def faults_of(self, files):
        with tempfile.TemporaryDirectory() as root:
            for path, text in files.items():
                write(root, path, text)
            return list(include_direction.faults(Path(root).resolve()))

    def test_goes_by_what_is_allowed(self):
        self.assertEqual([], self.faults_of({
            "include/abut/narrow/gjk.h": '#include <cmath>\n#include "abut/core/vec3.h"\n#include "abut/narrow/x.h"\n',
            "include/abut/detect.h": '#include "abut/exec/cpu.h"\n',
            "kernels/narrow/gjk.cu": '#include "abut/narrow/gjk.h"\n#include <cub/cub.cuh>\n',
            "host/detect/detect.cpp": '#include "abut/detect.h"\n#include "kernels/backend.h"\n#include <Eigen/Dense>\n',
            "host/reference/reference.cpp": '#include "abut/core/vec3.h"\n#include "host/reference/hull.h"\n',
            "host/verify/verify.cpp": '#include "host/reference/examination.h"\n',
            "host/torture/checker.h": '#include "host/reference/examination.h"\n',
            "host/cli/verify_command.cpp": '#include "host/reference/reference.h"\n',
            "tests/shapes/hull_test.cpp": '#include "host/reference/hull.h"\n',
            "bench/pairs.cpp": '#include "host/reference/reference.h"\n',
        }))

    def test_finds_each_wrong_include(self):
        for path, target in (
            ("include/abut/core/up.h", "abut/narrow/gjk.h"),
            ("include/abut/bvh/up.h", "abut/pairs/find.h"),
            ("include/abut/contacts/up.h", "abut/detect.h"),
            ("include/abut/core/host.h", "host/shapes/hull.h"),
            ("include/abut/core/kernel.h", "kernels/backend.h"),
            ("include/abut/core/linear.h", "Eigen/Dense"),
            ("include/abut/core/relative.h", "../narrow/gjk.h"),
            ("include/abut/unheard_of/a.h", "cmath"),
            ("kernels/narrow/host.cu", "host/exec/cpu.h"),
            ("kernels/narrow/thrust.cu", "thrust/sort.h"),
            ("kernels/narrow/linear.cuh", "Eigen/Dense"),
            ("host/exec/kernel.cpp", "kernels/narrow/gjk.cuh"),
            *((f"host/{folder}/checked.cpp", "host/reference/hull.h") for folder in (
                "bodies", "bvh", "contacts", "decompose", "detect", "exec", "exec/isa", "pairs", "shapes")),
        ):
            for line in (f"#include <{target}>", f'  #  include "{target}"'):
                with self.subTest(path=path, line=line):
                    found = self.faults_of({path: f"\n{line}\n"})
                    self.assertEqual(1, len(found), found)
                    self.assertTrue(found[0].startswith(f"{path}:2: includes {target}: "), found[0])

    def test_finds_the_fast_path_behind_the_reference(self):
        found = self.faults_of({
            "include/abut/narrow/gjk.h": "",
            "include/abut/detect.h": '#include "abut/narrow/gjk.h"\n',
            "host/reference/reference.h": '#include "abut/detect.h"\n',
        })
        self.assertEqual(1, len(found), found)
        self.assertIn("reaches include/abut/narrow/gjk.h through include/abut/detect.h", found[0])


class EachHasATest(unittest.TestCase):
    def faults_of(self, files):
        with tempfile.TemporaryDirectory() as root:
            for path, text in files.items():
                write(root, path, text)
            return list(each_has_a_test.faults(Path(root).resolve()))

    GOOD = {
        "include/abut/narrow/gjk.h": "",
        "include/abut/c/query.h": "",
        "include/abut/detect.h": "",
        "tests/narrow/gjk_test.cpp": '// GJK.\n#include "abut/narrow/gjk.h"\n\n#include <gtest/gtest.h>\n',
        "tests/capi/query_test.cpp": '#include "abut/c/query.h"\n',
        "tests/cli/detect_test.cpp": '#include <gtest/gtest.h>\n',  # of the program
        "tests/detect/detect_test.cpp": '#include "abut/detect.h"\n',
    }

    def test_goes_by_what_is_allowed(self):
        self.assertEqual([], self.faults_of(self.GOOD))

    def test_finds_each_test_that_is_missing(self):
        for path, header in (("tests/narrow/gjk_test.cpp", "narrow/gjk.h"), ("tests/capi/query_test.cpp", "c/query.h")):
            with self.subTest(path=path):
                found = self.faults_of({k: v for k, v in self.GOOD.items() if k != path})
                self.assertEqual([f"include/abut/{header}: has no test of its name: {path}"], found)
        found = self.faults_of({k: v for k, v in self.GOOD.items() if "detect_test" not in k})
        self.assertEqual(["include/abut/detect.h: has no test of its name: a detect_test.cpp in tests/"], found)

    def test_finds_a_test_in_another_folder_or_of_another_kind(self):
        for path in ("tests/core/gjk_test.cpp", "tests/narrow/gjk.cpp", "tests/narrow/long/gjk_test.cpp"):
            with self.subTest(path=path):
                moved = {k if k != "tests/narrow/gjk_test.cpp" else path: v for k, v in self.GOOD.items()}
                self.assertEqual(1, len(self.faults_of(moved)))

    def test_finds_a_test_that_includes_something_else_first(self):
        for text in ("", '#include <gtest/gtest.h>\n#include "abut/narrow/gjk.h"\n', '#include "abut/narrow/gjk.hpp"\n'):
            with self.subTest(text=text):
                found = self.faults_of({**self.GOOD, "tests/narrow/gjk_test.cpp": text})
                self.assertEqual(["tests/narrow/gjk_test.cpp: does not include abut/narrow/gjk.h first"], found)
        found = self.faults_of({**self.GOOD, "tests/detect/detect_test.cpp": "#include <gtest/gtest.h>\n"})
        self.assertEqual(1, len(found), found)


class IsaSymbols(unittest.TestCase):
    def faults_of(self, text):
        with tempfile.TemporaryDirectory() as root:
            source = write(root, "source.cpp", text)
            object_file = str(Path(root) / "source.o")
            subprocess.run([COMPILER, "-std=c++20", "-O2", "-c", str(source), "-o", object_file], check=True)
            return list(isa_symbols.faults(NM, "isa_avx2", [object_file]))

    def test_goes_by_what_is_in_the_namespace(self):
        self.assertEqual([], self.faults_of(
            "namespace abut { inline namespace isa_avx2 {\n"
            "template <class T> [[gnu::noinline]] T twice(T x) { return x + x; }\n"
            "float run(float x) { return twice(x); }\n"
            "} }\n"))

    def test_finds_a_function_outside(self):
        found = self.faults_of(
            "namespace abut {\n"
            "template <class T> [[gnu::noinline]] T twice(T x) { return x + x; }\n"
            "inline namespace isa_avx2 { float run(float x) { return twice(x); } }\n"
            "}\n")
        self.assertEqual(1, len(found), found)
        self.assertIn("weak symbol _ZN4abut5twiceIfEET_S1_ is not in namespace isa_avx2", found[0])

    def test_finds_a_variable_outside(self):
        found = self.faults_of(
            "namespace abut { inline int calls = 0; int count() { return ++calls; } }\n")
        self.assertEqual(1, len(found), found)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
