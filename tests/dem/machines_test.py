"""Runs of `dem` and `dem_cuda` from one beginning leave the same bytes.

machines_test.py BIN [CLASS...]: ends with 77 where there is no device, and fails instead where ABUT_REQUIRE_GPU is set.
"""

import pathlib
import sys

from programs import Programs, main, need_device

SHORT = ("--seconds", 0.4, "--interval", "0.02", "--samples", 3, "--frames", 3, "--restarts", 1)


class Machines(Programs):
    def check(self, *args):
        """Few steps, until bodies have met."""
        runs = {}
        for self.dem in ("dem", "dem_cuda"):
            runs[self.dem] = self.run_dem(self.dem, *args, *SHORT)
        cores, device = runs["dem"], runs["dem_cuda"]
        self.assertGreater(cores.table()[-1]["contacts"], 0, "nothing has met")
        self.assertEqual(device.rows(), cores.rows())
        self.assertEqual(device.restart(), cores.restart(), "the restart files")
        names = sorted(cores.frames())
        self.assertGreater(len(names), 2)
        self.assertEqual(sorted(device.frames()), names)
        for name in names:
            self.assertTrue((device.folder / name).read_bytes() == (cores.folder / name).read_bytes(), f"{name} differs")

    def test_pyramids_by_depth(self):
        self.check("pyramids", "--bodies", 8, "--step", "2e-4")

    def test_pyramids_by_volume(self):
        self.check("pyramids", "--bodies", 8, "--law", "volume", "--step", "1.3e-4")

    def test_spheres(self):
        self.check("spheres", "--bodies", 8, "--step", "2e-4")

    def test_polygons(self):
        self.check("polygons", "--bodies", 16, "--step", "2e-4")

    def test_concave_grains(self):
        self.make_grains()
        self.check("grains", "--bodies", 6, "--step", "2e-4")


if __name__ == "__main__":
    need_device(str(pathlib.Path(sys.argv[1]) / "dem_cuda"))
    main(sys.argv)
