"""Type stubs: made by nanobind, and what a type checker makes of a program that uses the package."""

import pathlib
import subprocess
import sys

import pytest
from conftest import ROOT

import abut

SAMPLE = pathlib.Path(__file__).with_name("typed_sample.py")
PACKAGE = pathlib.Path(abut.__file__).parents[1]


def test_the_stub_is_what_the_module_gives():
    pytest.importorskip("nanobind")
    stub = [sys.executable, "-B", str(pathlib.Path(__file__).with_name("stub.py")), str(PACKAGE)]
    done = subprocess.run([*stub, str(ROOT / "host/python/abut/_abut.pyi")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def mypy(*arguments, cwd):
    pytest.importorskip("mypy")
    command = [sys.executable, "-B", "-m", "mypy", "--strict", "--cache-dir", str(cwd / "cache"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=PACKAGE)


def test_the_package_passes_strictly(tmp_path):
    done = mypy("-p", "abut", cwd=tmp_path)
    assert done.returncode == 0, done.stdout


def test_a_sample_passes_strictly_and_its_faults_are_found(tmp_path):
    done = mypy(str(SAMPLE), cwd=tmp_path)
    assert done.returncode == 0, done.stdout
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import abut\nabut.find_pairs(abut.ShapeSet(), abut.ShapeSet())\nabut.Contacts(depth=1)\n")
    done = mypy(str(wrong), cwd=tmp_path)
    assert 'Argument 2 to "find_pairs" has incompatible type "ShapeSet"; expected "BodySet"' in done.stdout
    assert 'Unexpected keyword argument "depth"' in done.stdout


def test_the_sample_runs():
    done = subprocess.run([sys.executable, "-B", str(SAMPLE)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
