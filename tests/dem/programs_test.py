"""The programs `dem`, `dem_collisions` and `contact_patches` run to their end, and what they leave holds physics.

programs_test.py BIN [CLASS...]
"""

import csv
import math
import sys
import xml.etree.ElementTree as ElementTree

from programs import Programs, main

GRAVITY, STEP = 9.81, 5e-5
ENERGIES = ("translation", "rotation", "potential", "normal", "tangential", "damping_loss", "friction_loss")


class Dem(Programs):
    def check_energies(self, table, share):
        """`share`: of what is lost, how far the balance may be off: of first order in the step (docs/explanation/dem.md, "Energy")."""
        lost = [0.0, 0.0]
        for row in table:
            self.assertEqual(row["failures"], 0)
            balance = math.fsum(row[name] for name in ENERGIES) - row["inserted"]
            self.assertAlmostEqual(row["balance"], balance, delta=1e-12 * (1 + row["inserted"]))
            for k, name in enumerate(("damping_loss", "friction_loss")):
                self.assertGreaterEqual(row[name], lost[k] - 1e-9 * row["inserted"], "what is lost stays lost")
                lost[k] = row[name]
            for name in ("translation", "rotation", "normal", "tangential", "deepest"):
                self.assertGreaterEqual(row[name], 0)
        self.assertGreater(min(lost), 0)
        self.assertLess(abs(table[-1]["balance"]), share * sum(lost))

    def check_places(self, run, name, up, deepest):
        """No corner is deeper in the floor than the deepest overlap of the table says, nor below it by a body's size."""
        lowest = min(point[up] - radius for body in run.surfaces(name).bodies().values() for point, radius in body)
        self.assertGreater(lowest, -1.001 * deepest - 1e-6)
        self.assertLess(lowest, 0.05)

    def check_files(self, run, frames, samples, step):
        listed = run.frames()
        self.assertEqual(len(listed), frames)
        self.assertEqual(sorted(listed), sorted(p.name for p in run.folder.glob("bodies_*.vtp")))
        for name, time in listed.items():
            self.assertAlmostEqual(time, int(name[7:15]) * step, places=9)
        plot = run.drawing("energies.svg")
        curves = [e for e in plot.iter() if e.tag.endswith("polyline")]
        self.assertEqual(len(curves), 11)
        for curve in curves:
            points = [tuple(map(float, p.split(","))) for p in curve.get("points").split()]
            self.assertEqual(len(points), samples)
            self.assertTrue(all(map(math.isfinite, sum(points, ()))))
        self.assertEqual(list(run.folder.glob("*.partial")), [])

    def check_packing(self, run, bodies, frames, samples, up, share=0.02, step=STEP):
        table = run.table()
        self.assertEqual(len(table), samples)
        self.check_energies(table, share)
        self.check_files(run, frames, samples, step)
        self.assertEqual(table[-1]["bodies"], bodies)
        born, failures = run.said(r"(\d+) bodies born, .*, (\d+) failures")
        self.assertEqual((born, failures), (bodies, 0))
        last = sorted(run.frames())[-1]
        self.assertEqual(len(run.surfaces(last).bodies()), bodies)
        self.check_places(run, last, up, max(row["deepest"] for row in table))
        return table

    def check_fall(self, table, batch):
        """Before anything touches, `batch` bodies that were born at 1 m/s are (1 + g t) m/s fast, and turn not at all."""
        first = [row for row in table if row["contacts"] == row["damping_loss"] == 0 and row["bodies"] == batch]
        self.assertGreater(len(first), 2)
        for row in first:
            speed = 1 + GRAVITY * row["time"]
            self.assertAlmostEqual(row["translation"] / first[0]["translation"],
                                   (speed / (1 + GRAVITY * first[0]["time"])) ** 2, places=9)
            self.assertEqual(row["rotation"], 0)
            self.assertAlmostEqual(row["balance"], 0, delta=1e-12 * row["inserted"])

    def test_pyramids_fall_and_come_to_rest(self):
        run = self.run_dem("out", "pyramids", "--bodies", 16, "--seconds", 1.2, "--interval", 0.3, "--samples", 60,
                           "--frames", 3)
        table = self.check_packing(run, 16, 3, 60, up=2)
        self.check_fall(table, 6)

    def test_spheres(self):
        run = self.run_dem("out", "spheres", "--bodies", 24, "--seconds", 0.5, "--frames", 2, "--samples", 20)
        self.check_packing(run, 24, 2, 20, up=2)
        surfaces = run.surfaces(sorted(run.frames())[-1])
        self.assertGreater(len(surfaces.dots), 0)
        for dot in surfaces.dots:
            self.assertTrue(0.03 <= surfaces.radius[dot] <= 0.05)

    def test_pyramids_by_volume(self):
        run = self.run_dem("out", "pyramids", "--bodies", 16, "--seconds", 0.5, "--law", "volume", "--frames", 2,
                           "--samples", 20)
        self.check_packing(run, 16, 2, 20, up=2)

    def test_grains_of_several_parts(self):
        self.make_grains()
        run = self.run_dem("out", "grains", "--bodies", 16, "--seconds", 0.5, "--frames", 2, "--samples", 20)
        self.check_packing(run, 16, 2, 20, up=2, share=0.03)
        surfaces = run.surfaces(sorted(run.frames())[-1])
        self.assertGreaterEqual(min(len(corners) for corners in surfaces.bodies().values()), 2 * 8, "two parts or more")

    def detect(self, run):
        """Contacts of bodies, by `abut detect`: pairs of bodies and their separations."""
        abut = self.bin.parent / "abut"
        self.run_program(abut, "detect", run.folder / "scene.json", "--out", "found", "--precision", "f64")
        with open(self.folder / "found" / "contacts.csv", newline="") as file:
            return [(int(row["body_a"]), int(row["body_b"]), float(row["separation"])) for row in csv.DictReader(file)]

    def check_scene(self, run, share=1e-9):
        """The scene that is left has the contacts of the last step, as deep."""
        last = run.table()[-1]
        found = [row for row in self.detect(run) if row[2] < 0]
        self.assertEqual(len(found), last["contacts"])
        self.assertAlmostEqual(max(-row[2] for row in found), last["deepest"], delta=share * 0.05)
        for a, b, _ in found:
            self.assertGreaterEqual(max(a, b), 5, "walls do not meet each other")

    def test_the_scene_at_the_end_is_that_of_the_last_step(self):
        for preset in ("pyramids", "spheres"):
            run = self.run_dem(preset, preset, "--bodies", 12, "--seconds", 0.6, "--frames", 0, "--samples", 4)
            self.check_scene(run)
        self.make_grains()
        run = self.run_dem("grains", "grains", "--bodies", 8, "--seconds", 0.6, "--frames", 0, "--samples", 4)
        self.check_scene(run)

    def test_grains_by_facets(self):
        self.make_grains()
        run = self.run_dem("out", "grains", "--contacts", "facets", "--bodies", 10, "--seconds", 0.5, "--step", "5e-6",
                           "--frames", 2, "--samples", 40, "--threads", 1)
        table = self.check_packing(run, 10, 2, 40, up=2, share=0.04, step=5e-6)
        deepest = max(row["deepest"] for row in table)
        self.assertGreater(deepest, 0)
        self.assertLess(deepest, 8e-4, "facets never touch")
        # Surfaces are those of the meshes: an angle has twelve corners and twenty triangles, its hull ten corners.
        surfaces = run.surfaces(sorted(run.frames())[-1])
        self.assertEqual(len(surfaces.points), 12 * 10)
        self.assertEqual(len(surfaces.faces), 20 * 10)
        self.assertGreater(min(point[2] for point in surfaces.points), 0, "nothing is in the floor")
        # `abut detect` finds the contacts of the last step in the scene that is left, which has the zone.
        found = [row for row in self.detect(run) if row[2] < 8e-4]
        self.assertAlmostEqual(8e-4 - min(row[2] for row in found), table[-1]["deepest"], delta=1e-11)
        self.assertGreaterEqual(len(found), table[-1]["contacts"])
        self.assertEqual(len({row[:2] for row in found}), table[-1]["queried_pairs"])

    def test_grains_by_surfaces(self):
        run = self.run_dem("out", "nurbs", "--bodies", 12, "--seconds", 0.6, "--frames", 2, "--samples", 20,
                           "--step", "2.5e-5", "--threads", 1)
        table = self.check_packing(run, 12, 2, 20, up=2, step=2.5e-5)
        self.assertGreater(max(row["contacts"] for row in table), 12, "several a pair")
        # 10 x 16 patches in four quadrilaterals each.
        surfaces = run.surfaces(sorted(run.frames())[-1])
        self.assertEqual(len(surfaces.faces), 12 * (2 * 20 * 32 - 2 * 32))  # two steps a span, and one triangle of two at the poles
        # The scene that is left has each surface once, and the contacts of the last step: the same knots, as deep.
        self.check_scene(run)
        kinds = list(run.folder.glob("grain_*.json"))
        self.assertTrue(0 < len(kinds) <= 12)
        self.assertEqual(len(kinds) + 5, (run.folder / "scene.json").read_text().count('"name"'))

    def test_nurbs_of_the_plane(self):
        run = self.run_dem("out", "planar-nurbs", "--bodies", 20, "--seconds", 0.7, "--frames", 2, "--samples", 20)
        table = self.check_packing(run, 20, 2, 20, up=1, share=0.03)
        self.assertGreater(max(row["contacts"] for row in table), 20)
        surfaces = run.surfaces(sorted(run.frames())[-1])
        self.assertTrue(all(point[2] == 0 for point in surfaces.points))
        picture = [e.tag.rsplit("}")[-1] for e in run.drawing("bodies.svg").iter()]
        self.assertEqual(picture.count("polygon"), 20 + 3)

    def test_polygons_of_the_plane(self):
        run = self.run_dem("out", "polygons", "--bodies", 40, "--seconds", 0.7, "--frames", 2, "--samples", 28)
        table = self.check_packing(run, 40, 2, 28, up=1)
        surfaces = run.surfaces(sorted(run.frames())[-1])
        self.assertTrue(all(point[2] == 0 for point in surfaces.points))
        picture = [e.tag.rsplit("}")[-1] for e in run.drawing("bodies.svg").iter()]
        self.assertEqual(picture.count("polygon"), 40 + 3)
        self.assertGreaterEqual(picture.count("line"), table[-1]["contacts"])
        self.assertEqual(picture.count("circle"), len(surfaces.dots))

    def test_polygons_by_volume(self):
        run = self.run_dem("out", "polygons", "--bodies", 30, "--seconds", 0.6, "--frames", 2, "--samples", 20,
                           "--law", "volume")
        self.check_packing(run, 30, 2, 20, up=1)
        self.assertEqual(run.surfaces(sorted(run.frames())[-1]).dots, [], "discs have no law by volume")

    def check_collision(self, preset, share, *law):
        """Elastic and without friction: energy comes back, and without gravity none is potential."""
        run = self.run_dem("out", preset, "--gravity", 0, "--seconds", 0.08, "--step", "2e-5", "--restitution", 1,
                           "--friction", 0, "--samples", 40, "--frames", 2, *law)
        table = run.table()
        self.assertGreater(max(row["contacts"] for row in table), 0, "they meet")
        self.assertEqual(table[-1]["contacts"], 0, "and part")
        self.assertGreater(max(row["normal"] for row in table), 0.05 * table[0]["inserted"])
        for row in table:
            self.assertEqual((row["potential"], row["damping_loss"], row["friction_loss"]), (0, 0, 0))
        end = table[-1]["translation"] + table[-1]["rotation"]
        self.assertGreater(abs(table[-1]["rotation"]), 0)
        self.assertLess(abs(end / table[0]["inserted"] - 1), share)

    def test_a_collision_keeps_energy(self):
        self.check_collision("collision", 0.02)
        self.check_collision("collision", 1e-4, "--law", "volume")
        self.check_collision("polygon-collision", 0.02)
        self.check_collision("polygon-collision", 1e-3, "--law", "volume")

    def test_bad_options_end_with_one_line(self):
        self.assertEqual(self.refused("dem", "spheres", "--law", "volume"),
                         "dem: the preset is spheres: with a law by volume all bodies have to be polyhedra")
        self.assertTrue(self.refused("dem", "--step", 1).startswith("dem: step is 1 s: the stable one is at most 0.000"))
        self.assertEqual(self.refused("dem", "spheres", "--contacts", "facets"),
                         "dem: contacts are between facets: the preset has to be grains")
        self.assertEqual(self.refused("dem", "grains", "--contacts", "facets", "--law", "volume"),
                         "dem: contacts are between facets: the law has to be depth")
        self.assertEqual(self.refused("dem", "grains", "--contacts", "facets", "--zone", 0),
                         "dem: zone (m) is 0: has to be above 0 and at most 0.05")
        self.assertEqual(self.refused("dem", "nurbs", "--contacts", "parts"),
                         "dem: the preset is of NURBS: contacts have to be between surfaces")
        self.assertEqual(self.refused("dem", "nurbs", "--knots", 2), "dem: knots is 2: has to be 0.01 to 1")
        self.assertEqual(self.refused("dem", "--restart", "none"), "dem: none: cannot be read: No such file or directory")


class Collisions(Programs):
    def test_each_law_keeps_as_much_energy_as_is_said(self):
        text = self.run_program("dem_collisions", "--pairs", 40, "--steps", 50, "--threads", 2)
        rows, law = {}, None
        for line in text.splitlines()[2:]:
            words = line.split()
            if line[0] != " ":
                law = line[:20].strip()
                words = line[20:].split()
            at = "h / 2" if words[0] == "h" and words[1] == "/" else words[0]
            numbers = words[3 if at == "h / 2" else 1 :][:4]
            rows[law, at] = dict(zip(("median", "mean", "99 %", "largest"), map(float, numbers)))
        self.assertEqual(len(rows), 12)
        for (law, at), row in rows.items():
            if at == "order":
                continue
            self.assertLessEqual(row["median"], row["99 %"])
            self.assertLessEqual(row["mean"], row["largest"])
            self.assertLess(row["largest"], 1)
        for law in ("depth", "volume", "volume at centroid", "surfaces"):
            ratio = rows[law, "h"]["mean"] / rows[law, "h / 2"]["mean"]
            # Two digits of each mean, and one behind the point of the order.
            self.assertAlmostEqual(math.log2(ratio), rows[law, "order"]["mean"], delta=2 * math.log2(1 / 0.95) + 0.05)
        # A linear contact of 50 steps: (pi / 50)^2 / 4 at most, where the normal does not jump (docs/explanation/dem.md).
        self.assertLess(rows["depth", "h"]["median"], 2 * (math.pi / 50) ** 2 / 4)
        self.assertGreater(rows["depth", "order"]["mean"], 0.7)
        self.assertLess(rows["volume", "h"]["median"], 1e-2 * rows["depth", "h"]["median"])
        self.assertGreater(rows["volume", "order"]["mean"], 1.9)
        # No gradient: what it gains or loses does not go away with the step.
        self.assertGreater(rows["volume at centroid", "h"]["median"], 1e-2)
        self.assertLess(abs(rows["volume at centroid", "order"]["median"]), 0.1)
        # Gaps of knots are smooth.
        self.assertLess(rows["surfaces", "h"]["median"], 1e-3)
        self.assertGreater(rows["surfaces", "order"]["median"], 1.6)


class Patches(Programs):
    """A block of 1 x 0.8 x 0.6 on a table of 2 x 2, pressed in by 1e-3."""

    def table(self, finer=1):
        text = self.run_program("contact_patches", ".", finer)
        with open(self.folder / "contact_patches.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        motions = {"slide": [], "turn": []}
        for row in rows:
            key = row.pop("key")
            motions[row.pop("motion")].append({"key": int(key, 16), **{k: float(v) for k, v in row.items()}})
        return motions, text

    def test_the_patch_of_a_sliding_block_is_the_common_part_of_the_faces(self):
        motions, _ = self.table()
        self.assertEqual(len(motions["slide"]), 601)
        on_table = [row for row in motions["slide"] if row["normal_x"] == 0]
        self.assertGreater(len(on_table), 590)
        for row in on_table:
            low, high = row["at"] - 0.5, min(1, row["at"] + 0.5)
            self.assertAlmostEqual(row["centroid_x"], (low + high) / 2, places=5)
            self.assertAlmostEqual(row["area"], 0.8 * (high - low), places=5)
            self.assertEqual(row["corners"], 4)

    def test_what_is_printed_is_the_largest_change(self):
        motions, text = self.table()
        for line in text.splitlines()[2:4]:
            motion, *numbers = line.split()
            for name, number in zip(("point_x", "centroid_x", "normal_x"), map(float, numbers)):
                self.assertAlmostEqual(max(self.jumps(motions[motion], name)) / (number or 1), bool(number), delta=0.01)

    def jumps(self, steps, what):
        """The largest change from one step to the next, where the key stays and where it changes."""
        stays, changes = 0.0, 0.0
        for a, b in zip(steps, steps[1:]):
            change = abs(b[what] - a[what])
            if a["key"] == b["key"]:
                stays = max(stays, change)
            else:
                changes = max(changes, change)
        return stays, changes

    def test_normal_and_point_jump_only_where_the_key_changes(self):
        coarse, _ = self.table()
        fine, _ = self.table(8)
        for motion in ("slide", "turn"):
            self.assertGreater(len({row["key"] for row in coarse[motion]}), 1, motion)
            for what in ("normal_x", "point", "centroid_x"):
                name = "point_x" if what == "point" else what
                (stays, _), (stays_finer, changes) = self.jumps(coarse[motion], name), self.jumps(fine[motion], name)
                with self.subTest(motion=motion, what=what):
                    # What moves continuously moves an eighth as far in an eighth of a step, what jumps as far as ever.
                    self.assertLess(stays_finer, 0.2 * stays + 1e-6)
                    if (motion, what) in {("slide", "normal_x"), ("turn", "point")}:
                        self.assertGreater(changes, 0.5)
                    else:  # the centroid passes over new features along the same normal
                        self.assertLess(changes, 0.002)

    def test_the_plot_is_drawn(self):
        motions, text = self.table()
        self.assertIn("written: ./contact_patches.csv, ./contact_patches.svg", text)
        plot = ElementTree.parse(self.folder / "contact_patches.svg").getroot()
        lines = [e for e in plot.iter() if e.tag.endswith("polyline")]
        self.assertEqual(len(lines), 6)
        self.assertEqual(len(lines[0].get("points").split()), len(motions["slide"]))


if __name__ == "__main__":
    main(sys.argv)
