"""Runs the programs of examples/ and reads what they leave."""

import csv
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

SECONDS = 900  # a run is one of seconds; on cores in place of a GPU, with a look for races, it is one of minutes


def angle(height):
    """An L of two arms, 2 and `height` long and 1 thick, as OBJ: concave, closed, outward."""
    outline = [(0, 0), (2, 0), (2, 1), (1, 1), (1, height), (0, height)]
    lines = [f"v {x} {y} {z}" for z in (0, 1) for x, y in outline]
    for k in range(6):
        a, b = k + 1, (k + 1) % 6 + 1
        lines.append(f"f {a} {b} {b + 6} {a + 6}")
    for a, b, c in ((1, 2, 3), (1, 3, 4), (1, 4, 6), (4, 5, 6)):
        lines.append(f"f {a} {c} {b}")
        lines.append(f"f {a + 6} {b + 6} {c + 6}")
    return "\n".join(lines) + "\n"


class Programs(unittest.TestCase):
    """A folder of its own for each test, and the programs of `bin`."""

    bin = pathlib.Path()
    environment = None  # the caller's
    dem = "dem"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def make_grains(self):
        """A folder of concave solids in place of the real grains, whose parts take longer to find than a run does."""
        grains = self.folder / "solids"
        grains.mkdir()
        for height in (1.5, 2, 3):
            (grains / f"angle_{height}.obj").write_text(angle(height))
        self.environment = {**os.environ, "ABUT_GRAINS": str(grains)}

    def run_program(self, name, *args):
        done = subprocess.run(
            [str(self.bin / name), *map(str, args)], capture_output=True, text=True, timeout=SECONDS, cwd=self.folder,
            env=self.environment,
        )
        self.assertEqual(done.returncode, 0, f"{name} {args}\n{done.stdout}{done.stderr}")
        return done.stdout

    def refused(self, name, *args):
        done = subprocess.run(
            [str(self.bin / name), *map(str, args)], capture_output=True, text=True, timeout=SECONDS, cwd=self.folder
        )
        self.assertNotEqual(done.returncode, 0, f"{name} {args}")
        lines = done.stderr.strip().splitlines()
        self.assertEqual(len(lines), 1, done.stderr)
        return lines[0]

    def run_dem(self, out, *args):
        return Run(self.folder / out, self.run_program(self.dem, *args, "--out", out))


def need_device(program):
    """Ends with 77, which ctest takes for skipped, where the program finds no device."""
    with tempfile.TemporaryDirectory() as folder:
        args = [program, "collision", "--gravity", "0", "--seconds", "1e-4", "--step", "1e-5", "--out", folder]
        done = subprocess.run(args, capture_output=True, text=True, timeout=SECONDS)
    if done.returncode != 0:
        print(done.stderr.strip())
        sys.exit(1 if os.environ.get("ABUT_REQUIRE_GPU", "0") not in ("", "0") else 77)


class Run:
    """What `dem` has left in a folder."""

    def __init__(self, folder, text):
        self.folder, self.text = folder, text

    def table(self, name="energies.csv"):
        with open(self.folder / name, newline="") as file:
            return [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]

    def rows(self, name="energies.csv"):
        return (self.folder / name).read_text().splitlines()

    def restart(self):
        return (self.folder / "restart.dem").read_bytes()

    def frames(self, since=""):
        """File names, and their times, as the series for ParaView lists them."""
        series = json.loads((self.folder / f"bodies{since}.vtp.series").read_text())
        return {frame["name"]: frame["time"] for frame in series["files"]}

    def surfaces(self, name):
        return Surfaces(self.folder / name)

    def drawing(self, name):
        return ElementTree.parse(self.folder / name).getroot()

    def said(self, pattern):
        """The numbers of a line that the program has printed."""
        return [float(x) for x in re.search(pattern, self.text).groups()]


class Surfaces:
    """A .vtp file: points, faces as corners, and the body that each dot and each face is of."""

    def __init__(self, path):
        piece = ElementTree.parse(path).getroot().find("PolyData/Piece")
        numbers = {}
        for part in ("PointData", "CellData", "Points", "Verts", "Polys"):
            for array in piece.find(part):
                numbers[part, array.get("Name")] = [float(x) for x in (array.text or "").split()]
        xyz = numbers["Points", "Points"]
        self.points = [tuple(xyz[k : k + 3]) for k in range(0, len(xyz), 3)]
        self.radius = numbers["PointData", "radius"]
        self.body = [int(x) for x in numbers["CellData", "body"]]
        self.speed = numbers["CellData", "speed"]
        self.dots = [int(x) for x in numbers["Verts", "connectivity"]]
        corners, ends = numbers["Polys", "connectivity"], numbers["Polys", "offsets"]
        begins = [0, *map(int, ends)]
        self.faces = [[int(c) for c in corners[b:e]] for b, e in zip(begins, begins[1:])]
        counts = (len(self.points), len(self.dots), len(self.faces))
        told = tuple(int(piece.get(f"NumberOf{what}")) for what in ("Points", "Verts", "Polys"))
        if counts != told or len(self.body) != counts[1] + counts[2] or len(self.radius) != counts[0]:
            raise AssertionError(f"{path}: says {told}, holds {counts}")

    def bodies(self):
        """Corners of each body's surface; a ball has its centre and its radius."""
        out = {}
        for body, point in zip(self.body, self.dots):
            out.setdefault(body, {})[point] = (self.points[point], self.radius[point])
        for body, face in zip(self.body[len(self.dots) :], self.faces):
            for corner in face:
                out.setdefault(body, {})[corner] = (self.points[corner], 0.0)
        return {body: list(points.values()) for body, points in out.items()}


def main(argv):
    """programs_test.py BIN [CLASS...]"""
    Programs.bin = pathlib.Path(argv[1]).resolve()
    unittest.main(module="__main__", argv=[argv[0], *argv[2:]], verbosity=1)
