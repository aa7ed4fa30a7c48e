#!/usr/bin/env python3
"""Files that a page shows are shown as they are, but for a comment in their first line: docs_test.py ROOT PAGE..."""
import re
import sys
from pathlib import Path


def main(root, *pages):
    shown = 0
    for page in pages:
        text = (Path(root) / page).read_text(encoding="utf-8")
        for path, code in re.findall(r"<!-- (\S+), compared by a test -->\n(?:<!-- snippet: [^\n]*-->\n)?```\w+\n(.*?)```", text, re.S):
            if (Path(root) / path).read_text(encoding="utf-8").split("\n", 1)[1] != code:
                sys.exit(f"{page} does not show {path} as it is")
            shown += 1
    print(f"{shown} files are shown as they are")
    return 0 if shown >= len(pages) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
