"""docs/images/beside_coacd.png: bodies, CoACD's parts of them, and Abut's at the same measured concavity.

    ABUT_PYTHON=python-with-coacd beside_coacd.py ABUT PICTURE.png MESH...

Two meshes a row. Pictures of each are the `parts.svg` of `abut decompose`. Needs CairoSVG and Pillow, and its meshes are not
in the repository (docs/notes/decompositions.md names them): so no test draws it again.
"""
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import cairosvg
from PIL import Image

PANEL, MARGIN, TEXT = 480, 20, 56  # of parts.svg, which has two panels; pixels


def parts_of(abut, mesh, folder, *options):
    """What `--json` says, and the two panels of the picture."""
    done = subprocess.run([abut, "decompose", mesh, "--vertices", "0", "--json", "--out", folder, *options], check=True,
                          stdout=subprocess.PIPE, text=True)
    svg = (folder / "parts.svg").read_text(encoding="utf-8")
    return json.loads(done.stdout), re.search(r"<rect[^>]*/>\n(.*)</svg>", svg, re.S)[1]


def panel(content, which, x, y):
    return (f"<svg x='{x}' y='{y}' width='{PANEL}' height='{PANEL}' viewBox='{which * PANEL} 0 {PANEL} {PANEL}'>"
            f"{content}</svg>\n")


def text(words, x, y):
    return (f"<text x='{x + PANEL / 2}' y='{y}' text-anchor='middle' font-family='DejaVu Sans, sans-serif' "
            f"font-size='26' stroke='none' fill='#222222'>{words}</text>\n")


def row(abut, mesh, x, y):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        other, others = parts_of(abut, mesh, folder / "coacd", "--engine", "coacd", "--mode", "fit")
        limit = max(other["relative_concavity"], 0.0005)
        ours, our_parts = parts_of(abut, mesh, folder / "abut", "--concavity", repr(limit))
    below = y + PANEL + 30
    return "".join([
        panel(our_parts, 0, x, y), text(f"{pathlib.Path(mesh).stem}, concavity {limit:.3f}", x, below),
        panel(others, 1, x + PANEL, y), text(f"CoACD: {other['parts']} parts", x + PANEL, below),
        panel(our_parts, 1, x + 2 * PANEL, y), text(f"Abut: {ours['parts']} parts", x + 2 * PANEL, below),
    ])


def main():
    abut, picture, meshes = sys.argv[1], sys.argv[2], sys.argv[3:]
    columns = 2 if len(meshes) > 1 else 1
    width = columns * (3 * PANEL + MARGIN)
    height = -(-len(meshes) // columns) * (PANEL + TEXT)
    svg = [f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' stroke-width='0.4' "
           f"stroke-linejoin='round'>\n<rect width='100%' height='100%' fill='white'/>\n"]
    for k, mesh in enumerate(meshes):
        svg.append(row(abut, mesh, (k % columns) * (3 * PANEL + MARGIN), (k // columns) * (PANEL + TEXT)))
    svg.append("</svg>\n")
    png = cairosvg.svg2png("".join(svg).encode(), output_width=1600)
    Image.open(io.BytesIO(png)).convert("RGB").quantize(128).save(picture, optimize=True)


if __name__ == "__main__":
    main()
