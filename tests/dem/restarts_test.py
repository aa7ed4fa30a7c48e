"""Runs of `dem` (or another program, named by DEM) that stop half-way and go on leave the bytes of one that does not.

restarts_test.py BIN [CLASS...]: every preset, hence every machine, by every law that it has. With DEM=dem_cuda it ends with 77
where there is no device, and fails instead where ABUT_REQUIRE_GPU is set.
"""

import os
import pathlib
import sys

from programs import Programs, main, need_device

SPACE = PLANE = ("--step", "5e-5", "--interval", "0.03")


class Restarted(Programs):
    dem = os.environ.get("DEM", "dem")

    def check(self, *args, until=None, threads=(1, 2)):
        """Frames and samples at the quarters; the stop, while something is in contact, between two of them."""
        until = until or 0.6 * float(args[args.index("--seconds") + 1])
        args = (*args, "--samples", 4, "--frames", 4, "--threads", threads[0])
        whole = self.run_dem("whole", *args, "--restarts", 1)
        half = self.run_dem("parts", *args, "--restarts", 0, "--until", until)
        self.assertNotEqual(half.restart(), whole.restart())
        self.assertGreater(half.table()[-1]["contacts"], 0, "nothing has met: the file holds no springs")
        self.run_program(
            self.dem, "--restart", "parts/restart.dem", "--out", "parts", "--samples", 4, "--frames", 4,
            "--restarts", 1, "--threads", threads[1],
        )
        self.assertEqual(half.restart(), whole.restart(), "the last restart files")
        stop = int(until / float(args[args.index("--step") + 1]) + 0.5)
        since = f"_from_{stop}"
        names = sorted(whole.frames())
        self.assertEqual(len(names), 4)
        later = [name for name in names if int(name[7:15]) > stop]
        self.assertIn(len(later), (1, 2, 3))
        self.assertEqual(sorted(half.frames(since)), later)
        for name in names:
            same = (half.folder / name).read_bytes() == (whole.folder / name).read_bytes()
            self.assertTrue(same, f"{name} differs")
        self.assertEqual(half.rows(f"energies{since}.csv")[1:], whole.rows()[-len(later) :])
        self.assertEqual(whole.table()[-1]["failures"], 0)
        for name in ("bodies.svg", "scene.json"):
            if whole.folder.joinpath(name).exists():
                self.assertEqual((half.folder / name).read_bytes(), (whole.folder / name).read_bytes())

    def check_collision(self, *args):
        """The stop is amid the contact."""
        args = (*args, "--gravity", 0, "--seconds", 0.04, "--step", "1e-5")
        seen = self.run_dem("seen", *args, "--samples", 400, "--frames", 0, "--restarts", 0)
        times = [row["time"] for row in seen.table() if row["contacts"] > 0]
        self.assertGreater(len(times), 10)
        self.check(*args, until=times[len(times) // 2])


class Restarts(Restarted):
    def test_pyramids_by_depth(self):
        self.check("pyramids", "--bodies", 30, "--seconds", 0.4, *SPACE)

    def test_pyramids_by_volume(self):
        self.check("pyramids", "--bodies", 20, "--seconds", 0.4, "--law", "volume", *SPACE)

    def test_pyramids_by_volume_at_the_centroid(self):
        self.check("pyramids", "--bodies", 12, "--seconds", 0.4, "--law", "volume-at-centroid", *SPACE)

    def test_spheres(self):
        self.check("spheres", "--bodies", 30, "--seconds", 0.4, *SPACE)

    def test_two_bodies_that_collide(self):
        self.check_collision("collision")
        self.check_collision("collision", "--law", "volume")
        self.check_collision("collision", "--law", "volume-at-centroid")

    def test_polygons_by_depth(self):
        self.check("polygons", "--bodies", 40, "--seconds", 0.8, *PLANE)

    def test_polygons_by_volume(self):
        if self.dem == "dem_cuda":
            line = self.refused(self.dem, "polygons", "--law", "volume", "--bodies", 40)
            self.assertEqual(line, "dem_cuda: the law is by volume: in the plane that runs on cores, with `dem`")
            return
        self.check("polygons", "--bodies", 40, "--seconds", 0.8, "--law", "volume", *PLANE)
        self.check("polygons", "--bodies", 12, "--seconds", 0.8, "--law", "volume-at-centroid", *PLANE)

    def test_polygons_that_collide(self):
        self.check_collision("polygon-collision")
        if self.dem != "dem_cuda":
            self.check_collision("polygon-collision", "--law", "volume")


class Parts(Restarted):
    """Bodies of several parts."""

    def setUp(self):
        super().setUp()
        self.make_grains()

    def test_grains_by_depth(self):
        self.check("grains", "--bodies", 20, "--seconds", 0.6, *SPACE)

    def test_grains_by_facets(self):
        args = ("grains", "--contacts", "facets", "--bodies", 30, "--seconds", 0.5,
                "--step", "5e-6", "--interval", "0.03", "--restitution", 0.2)
        if self.dem == "dem_cuda":
            line = self.refused(self.dem, *args)
            self.assertEqual(line, "dem_cuda: contacts are between facets: that runs on cores, with `dem`")
            return
        self.check(*args)

    def test_grains_and_others_by_surfaces(self):
        for args in (("nurbs", "--bodies", 30), ("planar-nurbs", "--bodies", 30), ("grains", "--contacts", "surfaces", "--bodies", 30)):
            args = (*args, "--seconds", 0.8, *SPACE)
            if self.dem == "dem_cuda":
                line = self.refused(self.dem, *args)
                self.assertEqual(line, "dem_cuda: contacts are between surfaces: that runs on cores, with `dem`")
            else:
                self.check(*args)

    def test_grains_by_volume(self):
        self.check("grains", "--bodies", 12, "--seconds", 0.6, "--law", "volume", *SPACE)


class Instalments(Programs):
    def test_many_short_runs_are_one(self):
        whole = self.run_dem("whole", "spheres", "--bodies", 20, "--seconds", 0.3, "--frames", 0)
        self.run_dem("parts", "spheres", "--bodies", 20, "--seconds", 0.3, "--frames", 0, "--until", 0.05)
        for until in (0.1, 0.15, 0.2, 0.25, 0.3):
            parts = self.run_dem("parts", "--restart", "parts/restart.dem", "--frames", 0, "--until", until)
        self.assertEqual(parts.restart(), whole.restart())
        line = self.refused("dem", "--restart", "parts/restart.dem")
        self.assertEqual(line, "dem: parts/restart.dem: that run is at its end")

    def test_an_end_that_is_not_after_the_beginning_is_refused(self):
        self.run_dem("parts", "spheres", "--bodies", 20, "--seconds", 0.3, "--frames", 0, "--until", 0.05)
        line = self.refused("dem", "--restart", "parts/restart.dem", "--until", 0.05)
        self.assertEqual(line, "dem: until is 0.05 s: has to be after 0.05 s, where the run begins")


if __name__ == "__main__":
    if Restarted.dem == "dem_cuda":
        need_device(str(pathlib.Path(sys.argv[1]) / "dem_cuda"))
    main(sys.argv)
