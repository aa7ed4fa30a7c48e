"""The least clearance of a shaft in its bearing along a motion, on the exact surfaces of two STEP files: a table.

clearance_along_motion.py [FIXED MOVED]: CAD files (.step, .iges, .brep) or B-Reps in JSON; without them the shaft and the
tube of Siconos' tutorials. The second one goes along z and off its axis, as a bearing that is pushed onto a shaft would.
"""

import pathlib
import sys

import numpy as np

import abut

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "tests/data/cad/siconos_shaft_tube"
paths = [pathlib.Path(name) for name in sys.argv[1:3]] or [FOLDER / "shaft.stp", FOLDER / "tube.stp"]
fixed, moved = (abut.read_brep(path) if path.suffix == ".json" else abut.read_cad(path) for path in paths)
for path, model in zip(paths, (fixed, moved)):
    print(f"{path.name}: {', '.join(map(repr, model.parts))}")
    for note in model.notes:
        print(f"    {note}")

# Along z by 12 mm, off the axis by 0.6 mm, and half a degree askew in the middle of the way.
way = np.linspace(0, 1, 13)
angles = np.radians(0.5) * np.sin(np.pi * way)
positions = np.column_stack([0.6 * np.sin(np.pi * way), 0 * way, 12 * way])
quaternions = np.column_stack([np.cos(angles / 2), 0 * way, np.sin(angles / 2), 0 * way])
found = abut.find_clearances(fixed, moved, positions=positions, quaternions=quaternions)

kinds = ("unknown", "vertex", "edge", "face")
print("pose       z  clearance, mm  status      on the first  on the second")
for i in range(len(found)):
    sides = [
        f"{kinds[int(kind)]} {int(index) + 1}" if found.found[i] else "-"
        for kind, index in (
            (abut.feature_kind(feature[i : i + 1])[0], abut.feature_index(feature[i : i + 1])[0])
            for feature in (found.feature_a, found.feature_b)
        )
    ]
    told = f"{found.distance[i]:13.6f}" if found.found[i] else f"{'-':>13}"
    status = abut.BrepLmdStatus(found.status[i]).name.lower()
    print(f"{found.pose[i] + 1:4d} {positions[found.pose[i], 2]:7.2f}  {told}  {status:<10}  {sides[0]:<12}  {sides[1]}")

clear = np.flatnonzero(found.found)
if len(clear):
    row = clear[np.argmin(found.distance[clear])]
    at = ", ".join(f"{x:.4g}" for x in found.point_a[row])
    print(f"the least that is clear: {found.distance[row]:.6f} mm at pose {found.pose[row] + 1}, at ({at})")
