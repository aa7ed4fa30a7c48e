"""How many nearest points of NURBS surfaces does one core find in a second, called from Python, in Abut and in others?

python_peers.py [--surfaces N] [--points N] [--steps N] [--repeat N] [--quick]

Wavy sheets of 10 x 10 bicubic patches, polynomial and rational, size about 1, as in closest_points.cpp. Points within 0.03
of the surface, as in contact, within 0.3, and anywhere within 1. Abut answers with a proof, each point alone, and from
step to step as the points move by 1e-4; the others keep nothing. From PyPI, each where it is installed:

    splinepy     `proximities`: the nearest of samples, by a tree, then Newton's method. Samples: its default, twice as many as
                 control points along each parameter; and eight times as many
    OpenCASCADE  by cadquery-ocp: GeomAPI_ProjectPointOnSurf, which looks for feet of perpendiculars, and BRepExtrema of a
                 vertex and a face, which knows borders too. Few points: they take long
    geomdl       has no projection; how many points it evaluates is told beside the others

One thread, processor time, medians of runs in turn; what is made once a surface is not timed. A peer's answer is not
nearest if it is 1e-7 farther away than the proved one; it is never nearer than the proved bound, or the exit status is 1.
"""

import argparse
import importlib.util
import statistics
import sys
import time

import numpy as np

import abut

PATCHES, DEGREE, STEP = 10, 3, 1e-4
KNOTS = np.clip(np.arange(-DEGREE, PATCHES + DEGREE + 1), 0, PATCHES) / PATCHES
COUNT = PATCHES + DEGREE


def sheet(rng, rational):
    """A square grid of side 2, each control point moved at random by a quarter of the spacing."""
    flat = np.stack(np.meshgrid(*2 * [np.linspace(-1, 1, COUNT)], indexing="ij"), axis=2)
    points = np.dstack([flat + rng.uniform(-0.04, 0.04, flat.shape), rng.uniform(-0.1, 0.1, (COUNT, COUNT))])
    weights = rng.uniform(0.5, 2, (COUNT, COUNT)) if rational else None
    return abut.NurbsSurface(DEGREE, DEGREE, KNOTS, KNOTS, points, weights)


class Splinepy:
    few = 1  # what part of the points it is asked

    def __init__(self, surface, times):
        import splinepy

        # Its first parameter runs fastest.
        points = surface.points.transpose(1, 0, 2).reshape(-1, 3)
        knots, degrees = [surface.knots_u, surface.knots_v], [surface.degree_u, surface.degree_v]
        if surface.weights is None:
            self.spline = splinepy.BSpline(degrees, knots, points)
        else:
            self.spline = splinepy.NURBS(degrees, knots, points, surface.weights.T.reshape(-1, 1))
        samples = [times * n for n in surface.points.shape[:2]]
        self.spline.proximities(surface.points[0, :1], samples, nthreads=1)  # makes the tree, which stays

    def distances(self, points):
        found = self.spline.proximities(points, [-1, -1], nthreads=1, return_verbose=True)
        return found[3].ravel()

    def evaluate(self, parameters):
        return self.spline.evaluate(parameters, nthreads=1)


class OpenCascade:
    few = 20

    def __init__(self, surface, whole_face):
        from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeFace
        from OCP.GeomAPI import GeomAPI_ProjectPointOnSurf

        self.geometry = open_cascade_surface(surface)
        self.face = BRepBuilderAPI_MakeFace(self.geometry, 1e-7).Face() if whole_face else None
        self.projection = GeomAPI_ProjectPointOnSurf()
        self.projection.Init(self.geometry, *surface.domain_u, *surface.domain_v, 1e-10)

    def distances(self, points):
        return np.array([self.to_face(p) if self.face else self.foot(p) for p in points.tolist()])

    def foot(self, p):
        from OCP.gp import gp_Pnt

        self.projection.Perform(gp_Pnt(*p))
        return self.projection.LowerDistance() if self.projection.NbPoints() > 0 else np.inf

    def to_face(self, p):
        from OCP.BRepBuilderAPI import BRepBuilderAPI_MakeVertex
        from OCP.BRepExtrema import BRepExtrema_DistShapeShape
        from OCP.gp import gp_Pnt

        search = BRepExtrema_DistShapeShape(BRepBuilderAPI_MakeVertex(gp_Pnt(*p)).Vertex(), self.face)
        return search.Value() if search.IsDone() and search.NbSolution() > 0 else np.inf

    def evaluate(self, parameters):
        return [self.geometry.Value(u, v) for u, v in parameters.tolist()]


def open_cascade_surface(surface):
    from OCP.collections import Array1_double, Array1_int, Array2_double, Array2_gp_Pnt
    from OCP.Geom import Geom_BSplineSurface
    from OCP.gp import gp_Pnt

    n, m = surface.points.shape[:2]
    poles, weights = Array2_gp_Pnt(1, n, 1, m), Array2_double(1, n, 1, m)
    for i in range(n):
        for j in range(m):
            poles.SetValue(i + 1, j + 1, gp_Pnt(*surface.points[i, j].tolist()))
            weights.SetValue(i + 1, j + 1, 1.0 if surface.weights is None else float(surface.weights[i, j]))
    lists = []
    for knots in (surface.knots_u, surface.knots_v):
        values, times = np.unique(knots, return_counts=True)
        of_values, of_times = Array1_double(1, len(values)), Array1_int(1, len(values))
        for k in range(len(values)):
            of_values.SetValue(k + 1, float(values[k]))
            of_times.SetValue(k + 1, int(times[k]))
        lists.append((of_values, of_times))
    (u, times_u), (v, times_v) = lists
    return Geom_BSplineSurface(poles, weights, u, v, times_u, times_v, surface.degree_u, surface.degree_v)


class Geomdl:
    """Evaluation alone: it projects no points."""

    def __init__(self, surface):
        from geomdl import BSpline, NURBS

        self.spline = BSpline.Surface() if surface.weights is None else NURBS.Surface()
        self.spline.degree_u, self.spline.degree_v = surface.degree_u, surface.degree_v
        n, m = surface.points.shape[:2]
        self.spline.ctrlpts_size_u, self.spline.ctrlpts_size_v = n, m
        points = surface.points.reshape(-1, 3)
        if surface.weights is None:
            self.spline.ctrlpts = points.tolist()
        else:
            weights = surface.weights.reshape(-1, 1)
            self.spline.ctrlptsw = np.hstack([points * weights, weights]).tolist()
        self.spline.knotvector_u, self.spline.knotvector_v = surface.knots_u.tolist(), surface.knots_v.tolist()

    def evaluate(self, parameters):
        return self.spline.evaluate_list(parameters.tolist())


class AbutCold:
    few = 1

    def __init__(self, surface):
        self.surface = surface
        self.set = abut.SurfaceSet()
        self.set.add(surface)

    def distances(self, points):
        return abut.find_closest_points(self.set, 0, points, threads=1).distance

    def evaluate(self, parameters):
        return abut.point_at(self.surface, parameters[:, 0].copy(), parameters[:, 1].copy()).point


PEERS = {
    "Abut": (AbutCold, "abut"),
    "splinepy": (lambda s: Splinepy(s, 2), "splinepy"),
    "splinepy, samples x 8": (lambda s: Splinepy(s, 8), "splinepy"),
    "OpenCASCADE, feet": (lambda s: OpenCascade(s, False), "OCP"),
    "OpenCASCADE, face": (lambda s: OpenCascade(s, True), "OCP"),
}


def has(module):
    return importlib.util.find_spec(module) is not None


def seconds(call):
    start = time.process_time()
    answer = call()
    return time.process_time() - start, answer


def queries(rng, surface, count, reach):
    """Points within `reach` of points of the surface."""
    anywhere = rng.uniform(-1, 1, (count, 3))
    if reach == 1:
        return anywhere
    on = abut.point_at(surface, rng.uniform(0, 1, count), rng.uniform(0, 1, count)).point
    return on + reach * anywhere


class Rates:
    """Of one peer in one class: seconds a query of each run, and what is wrong with its answers."""

    def __init__(self):
        self.runs, self.asked, self.inside, self.far, self.far_inside, self.wrong = [], 0, 0, 0, 0, 0

    def judge(self, distances, ours):
        far = distances > ours.distance + 1e-7
        inside = (ours.u > 0) & (ours.u < 1) & (ours.v > 0) & (ours.v < 1)
        self.asked, self.inside = self.asked + len(far), self.inside + int(inside.sum())
        self.far, self.far_inside = self.far + int(far.sum()), self.far_inside + int((far & inside).sum())
        self.wrong += int((distances < ours.lower_bound - 1e-9).sum())

    def line(self, name):
        part = 100 * self.far / self.asked, 100 * self.far_inside / max(self.inside, 1)
        return f"  {name:<22} {1 / statistics.median(self.runs):>11,.0f} {part[0]:>11.2f} % {part[1]:>9.2f} %"


def warm_rate(surface, points, ways, steps, repeat):
    """Answers a second from step to step, after a first step that fills the caches."""
    made = abut.SurfaceSet()
    made.add(surface)
    runs = []
    for _ in range(repeat):
        caches, at, spent = abut.ClosestPointCaches(len(points)), points.copy(), 0.0
        for step in range(steps + 1):
            took, found = seconds(lambda: abut.find_closest_points(made, 0, at, caches=caches, threads=1))
            spent += took if step > 0 else 0
            at += ways
            if (found.status != abut.Status.CONVERGED).any():
                print("  not all were proved")
        runs.append(spent / (steps * len(points)))
    return runs


def measure(rng, rational, reach, options):
    """Prints a table; returns how many answers were nearer than what was proved."""
    peers = {name: make for name, (make, module) in PEERS.items() if has(module)}
    rates, warm = {name: Rates() for name in peers}, []
    for _ in range(options.surfaces):
        surface = sheet(rng, rational)
        points = queries(rng, surface, options.points, reach)
        ways = rng.normal(size=points.shape)
        ways *= STEP / np.linalg.norm(ways, axis=1, keepdims=True)
        made = {name: make(surface) for name, make in peers.items()}
        ours = {few: proved(surface, points[: max(len(points) // few, 1)]) for few in {m.few for m in made.values()}}
        for k in range(options.repeat):
            for name, peer in made.items():
                asked = points[: max(len(points) // peer.few, 1)]
                took, distances = seconds(lambda: peer.distances(asked))
                rates[name].runs.append(took / len(asked))
                if k == 0:
                    rates[name].judge(distances, ours[peer.few])
        warm += warm_rate(surface, points, ways, options.steps, options.repeat)
    print(f"\n{'rational' if rational else 'polynomial'}, within {reach:g}")
    for name, r in rates.items():
        print(r.line(name), flush=True)
        if name == "Abut":
            print(f"  {'Abut, step to step':<22} {1 / statistics.median(warm):>11,.0f}")
    return sum(r.wrong for r in rates.values())


def proved(surface, points):
    made = abut.SurfaceSet()
    made.add(surface)
    return abut.find_closest_points(made, 0, points, threads=1)


def measure_evaluation(rng, options):
    """Points of one rational sheet a second, and whether all mean the same surface."""
    surface = sheet(rng, True)
    makers = {"Abut": AbutCold, "splinepy": lambda s: Splinepy(s, 2), "OpenCASCADE": lambda s: OpenCascade(s, False)}
    makers["geomdl"] = Geomdl
    modules = {"Abut": "abut", "splinepy": "splinepy", "OpenCASCADE": "OCP", "geomdl": "geomdl"}
    parameters = rng.uniform(0, 1, (options.points, 2))
    expected = AbutCold(surface).evaluate(parameters)
    print("\npoints of a rational sheet a second, by parameters; geomdl has no projection")
    for name in [n for n in makers if has(modules[n])]:
        peer = makers[name](surface)
        took, found = min((seconds(lambda: peer.evaluate(parameters)) for _ in range(options.repeat)), key=lambda t: t[0])
        if name == "OpenCASCADE":
            found = [(p.X(), p.Y(), p.Z()) for p in found]
        apart = np.abs(np.array(found) - expected).max()
        print(f"  {name:<22} {len(parameters) / took:>11,.0f}" + ("" if apart < 1e-9 else f"  NOT THE SAME, by {apart:.1e}"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--surfaces", type=int, default=5)
    parser.add_argument("--points", type=int, default=4000)
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--quick", action="store_true", help="a moment of little use, to see that it works")
    options = parser.parse_args()
    if options.quick:
        options.surfaces, options.points, options.steps, options.repeat = 1, 100, 3, 1

    rng = np.random.default_rng(11)
    print(f"{options.surfaces} sheets of {PATCHES} x {PATCHES} bicubic patches, {options.points} points each, one thread")
    print("Answers a second; how many are not nearest; and how many where the nearest point is no border's")
    for module in ("splinepy", "OCP", "geomdl"):
        if not has(module):
            print(f"without {module}: it is not installed")
    wrong = 0
    for rational in (False, True):
        for reach in (0.03, 0.3, 1):
            wrong += measure(rng, rational, reach, options)
    measure_evaluation(rng, options)
    if wrong > 0:
        sys.exit(f"{wrong} answers of others are nearer than what was proved")


if __name__ == "__main__":
    main()
