"""The type stub of abut._abut, host/python/abut/_abut.pyi: made by nanobind, with the names of argument types added.

stub.py PACKAGE_FOLDER FILE [--write]: says whether FILE is what the module in PACKAGE_FOLDER gives, or writes it.
"""

import pathlib
import subprocess
import sys
import tempfile

HEAD = '''"""Made by tests/python/stub.py; what each function is told in its source under host/python/."""

from collections.abc import Sequence
from typing import Any, Union

import numpy
import numpy.typing

#: float64 or float32, or lists of numbers
Numbers = Union[numpy.typing.NDArray[numpy.float64], numpy.typing.NDArray[numpy.float32], float, Sequence[Any], Any]
#: any integer dtype, or a list of integers
Integers = Union[numpy.typing.NDArray[Any], Sequence[int], Any]
'''


def generated(package):
    with tempfile.TemporaryDirectory() as folder:
        # The module alone: the package puts Python functions in front of its own.
        path, alone = pathlib.Path(folder) / "stub.pyi", pathlib.Path(folder) / "abut"
        alone.mkdir()
        (alone / "__init__.py").touch()
        for module in (package / "abut").glob("_abut.*.so"):
            (alone / module.name).symlink_to(module.resolve())
        subprocess.run(
            [sys.executable, "-m", "nanobind.stubgen", "-q", "-P", "-m", "abut._abut", "-i", folder, "-o", str(path)],
            check=True,
        )
        text = path.read_text()
    body = text[text.index("\n\nclass ") :]
    body = body.replace("ERROR_NAMES: tuple = ...", "ERROR_NAMES: tuple[str, ...] = ...")
    return HEAD + "\n__version__: str\n" + body


def main():
    package, file = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    text = generated(package)
    if "--write" in sys.argv:
        file.write_text(text)
    elif text != file.read_text():
        sys.exit(f"{file} is not what the module gives: tests/python/stub.py {package} {file} --write")


if __name__ == "__main__":
    main()
