"""Checks that README.md shows examples/first_contacts/first_contacts.cpp word for word, and what that program prints.

Usage: readme_test.py SOURCE_FOLDER EXAMPLE_PROGRAM
"""

import pathlib
import re
import subprocess
import sys


def main():
    source, program = pathlib.Path(sys.argv[1]), sys.argv[2]
    readme = (source / "README.md").read_text()
    blocks = re.findall(r"```(\w*)\n(.*?)```", readme, re.DOTALL)
    code = [text for language, text in blocks if language == "cpp"]
    plain = [text for language, text in blocks if language == ""]

    example = (source / "examples/first_contacts/first_contacts.cpp").read_text()
    shown = example.split("\n", 1)[1]  # without the comment that the README need not show
    if shown not in code:
        sys.exit("README.md does not show examples/first_contacts/first_contacts.cpp as it is")

    printed = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    if printed not in plain:
        sys.exit(f"README.md does not show what the example prints:\n{printed}")
    if "@@" in readme:
        sys.exit("README.md has a placeholder left")
    print("README.md shows the example and what it prints")


main()
