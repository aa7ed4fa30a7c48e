"""What `pip install .` says where a C++ library is missing, and what is taken into the wheel."""

import re
import shutil
import subprocess

import pytest
from conftest import ROOT

import abut


def test_a_missing_library_is_one_line(tmp_path):
    if shutil.which("cmake") is None:
        pytest.skip("no cmake")
    command = ["cmake", "-S", str(ROOT), "-B", str(tmp_path), "-DSKBUILD=ON", "-DABUT_CUDA=OFF"]
    done = subprocess.run([*command, "-DCMAKE_IGNORE_PATH=/usr/include"], capture_output=True, text=True)
    assert done.returncode != 0
    said = re.findall(r"abut: .*", done.stderr)
    assert said == ["abut: missing C++ libraries, on Debian: apt-get install libtbb-dev libqhull-dev zlib1g-dev "
                    "libboost-dev nlohmann-json3-dev"]


def test_versions_are_one():
    project = re.search(r"project\(Abut VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
    assert abut.__version__ == project


def test_the_package_has_types_and_nothing_else():
    names = {path.name for path in (ROOT / "host/python/abut").iterdir() if path.name != "__pycache__"}
    assert {"py.typed", "_abut.pyi", "__init__.py"} <= names
    assert all(name.endswith((".py", ".pyi")) or name == "py.typed" for name in names)


def test_a_wheel_is_built_with_the_reader_of_cad_files():
    """Beside the module, where `read_cad` looks for it (test_breps.py runs it there)."""
    assert 'build.targets = ["abut_python", "abut_cad"]' in (ROOT / "pyproject.toml").read_text()
    assert "install(TARGETS abut_cad RUNTIME DESTINATION abut COMPONENT python)" in (ROOT / "cmake/AbutPython.cmake").read_text()
