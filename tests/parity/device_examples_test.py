"""The examples that hold a device's answers against those of cores find the same bits.

device_examples_test.py BIN NAME: ends with 77 where there is no device, and fails instead where ABUT_REQUIRE_GPU is set.
"""

import os
import pathlib
import subprocess
import sys

# Sizes that take seconds on cores too, and what is said of the same bits.
EXAMPLES = {"device_call": (["5000"], "; 0 differ"), "device_step": (["8", "20"], ": the same bits")}
SECONDS = 600


def main(folder, name):
    arguments, same = EXAMPLES[name]
    done = subprocess.run([pathlib.Path(folder) / name, *arguments], capture_output=True, text=True, timeout=SECONDS)
    print(done.stdout + done.stderr, end="")
    if done.returncode == 0 and "nothing to show" in done.stdout:
        return 1 if os.environ.get("ABUT_REQUIRE_GPU", "0") not in ("", "0") else 77
    return 0 if done.returncode == 0 and same in done.stdout else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
