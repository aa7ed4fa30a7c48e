"""Runs of `dem` and `dem_cuda` from one beginning leave the same bytes.

machines_test.py BIN [CLASS...]: Machines from the start, FewSteps from later on, both where none is named. Ends with 77 where
there is no device, and fails instead where ABUT_REQUIRE_GPU is set.
"""

import pathlib
import sys

from programs import Programs, main, need_device

SHORT = ("--seconds", 0.4, "--interval", "0.02")
FEW = 50  # steps
EVERY = ("--samples", 1000000)


def without_search(table):
    """A table without how many pairs the search has looked at."""
    return [{key: value for key, value in row.items() if key not in ("candidate_pairs", "queried_pairs")} for row in table]


class Machines(Programs):
    since = ""  # in the names of what is left

    def arguments(self, *args):
        """Of both programs: few steps, in which bodies meet."""
        return (*args, *SHORT, "--samples", 3, "--frames", 3, "--restarts", 1)

    def check(self, *args, plane=False):
        """In the plane the machines search in their own ways, and restart files hold what a search keeps."""
        args = self.arguments(*args)
        runs = {}
        for self.dem in ("dem", "dem_cuda"):
            runs[self.dem] = self.run_dem(self.dem, *args)
        cores, device = runs["dem"], runs["dem_cuda"]
        table = f"energies{self.since}.csv"
        self.assertTrue(any(row["contacts"] > 0 for row in cores.table(table)), "nothing has met")
        if plane:
            self.assertEqual(without_search(device.table(table)), without_search(cores.table(table)))
        else:
            self.assertEqual(device.rows(table), cores.rows(table))
            self.assertEqual(device.restart(), cores.restart(), "the restart files")
        names = sorted(cores.frames(self.since))
        self.assertGreater(len(names), 2)
        self.assertEqual(sorted(device.frames(self.since)), names)
        for name in names:
            self.assertTrue((device.folder / name).read_bytes() == (cores.folder / name).read_bytes(), f"{name} differs")

    def test_pyramids_by_depth(self):
        self.check("pyramids", "--bodies", 8, "--step", "2e-4")

    def test_pyramids_by_volume(self):
        self.check("pyramids", "--bodies", 8, "--law", "volume", "--step", "1.3e-4")

    def test_spheres(self):
        self.check("spheres", "--bodies", 8, "--step", "2e-4")

    def test_polygons(self):
        self.check("polygons", "--bodies", 16, "--step", "2e-4", plane=True)

    def test_concave_grains(self):
        self.make_grains()
        self.check("grains", "--bodies", 6, "--step", "2e-4")


class FewSteps(Machines):
    """From a restart file of `dem`, on either side of a step in which bodies touch: where steps take seconds."""

    def arguments(self, *args):
        seen = self.run_dem("seen", *args, *SHORT, *EVERY, "--frames", 0)
        step = float(args[args.index("--step") + 1])
        touching = [round(row["time"] / step) for row in seen.table() if row["contacts"] > 0]
        self.assertTrue(touching, "nothing has met")
        first = max(1, touching[len(touching) // 2] - FEW // 2)
        self.run_dem("before", *args, *SHORT, "--until", first * step)
        self.since = f"_from_{first}"
        return ("--restart", "before/restart.dem", "--until", (first + FEW) * step, *EVERY, "--frames", 200)


if __name__ == "__main__":
    need_device(str(pathlib.Path(sys.argv[1]) / "dem_cuda"))
    main(sys.argv)
