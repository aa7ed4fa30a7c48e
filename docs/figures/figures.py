"""The site's figures, drawn from the library's own results.

    figures.py SOURCE_FOLDER BIN_FOLDER            fails unless each committed SVG is what its program draws, to rounding
    figures.py SOURCE_FOLDER BIN_FOLDER --write    writes docs/images/NAME.svg anew

Each program of docs/figures/ prints the SVG docs/images/figure_NAME.svg. The parts of a bracket are drawn by
`abut decompose`, the entrance block by its example.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

NUMBER = re.compile(r"(?<![\w#])-?\d+\.?\d*(?:e-?\d+)?")
TOLERANCE = 0.05  # of a coordinate, in pixels


def difference(one, other):
    """None, or what differs by more than rounding."""
    if NUMBER.sub("#", one) != NUMBER.sub("#", other):
        return "other elements or texts"
    for a, b in zip(NUMBER.findall(one), NUMBER.findall(other)):
        if abs(float(a) - float(b)) > TOLERANCE:
            return f"{a} and {b}"
    return None


def parts_of_a_bracket(source, bin_folder):
    sys.path.insert(0, str(source / "tests/docs"))
    import samples
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "bracket.obj").write_text(samples.obj(samples.bracket()))
        subprocess.run([bin_folder / "abut", "decompose", "bracket.obj", "--out", "parts"], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL)
        return (folder / "parts/parts.svg").read_text(encoding="utf-8")


def drawn(source, bin_folder):
    for program in sorted((source / "docs/figures").glob("*.cpp")):
        path = bin_folder / f"figure_{program.stem}"
        yield f"figure_{program.stem}.svg", subprocess.run([path], check=True, capture_output=True, text=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "block.svg"
        subprocess.run([bin_folder / "examples/entrance_block", path], check=True, stdout=subprocess.DEVNULL)
        yield "figure_entrance_block.svg", path.read_text(encoding="utf-8")
    yield "figure_parts.svg", parts_of_a_bracket(source, bin_folder)


def main():
    source, bin_folder = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    faults, count = [], 0
    for name, svg in drawn(source, bin_folder):
        path, count = source / "docs/images" / name, count + 1
        if "--write" in sys.argv:
            path.write_text(svg, encoding="utf-8")
        elif not path.exists():
            faults.append(f"docs/images/{name} is missing")
        else:
            found = difference(path.read_text(encoding="utf-8"), svg)
            if found:
                faults.append(f"docs/images/{name} is not what is drawn: {found}")
    if faults:
        sys.exit("\n".join(faults) + "\nmake them anew: ./run docs --figures")
    print(f"{count} figures {'written' if '--write' in sys.argv else 'as drawn'}")


if __name__ == "__main__":
    main()
