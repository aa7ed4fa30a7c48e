"""Two grains, fitted to spherical harmonics, come near each other: contacts by knots, beside the exact separation."""

import numpy as np

import abut

rng = np.random.default_rng(1)
bumps = 0.05 * rng.normal(size=(14, 2)) @ [1, 1j]
bumps[[0, 2, 5, 9]] = bumps[[0, 2, 5, 9]].real  # those of m = 0
fit = abut.fit_surface(abut.SphericalHarmonics(4, [np.sqrt(4 * np.pi), *bumps]))
print(f"a grain of volume {abut.mass_properties(fit.surface).volume:.3f}, fitted to {fit.largest_error:.1e}")

shapes, bodies = abut.ShapeSet(), abut.BodySet()
grain = shapes.add_hull(fit.surface.points.reshape(-1, 3))
surfaces = abut.ContactSurfaces(shapes)
surfaces.set(grain, fit.surface, knots=abut.knot_positions(fit.surface, 0.1, 0.0))
bodies.add_many([grain, grain], [[0, 0, 0], [2.05, 0, 0]], quaternions=rng.normal(size=(2, 4)))
pair_finder, finder = abut.PairFinder(), abut.SurfaceContactFinder()
for step in range(6):
    pairs = pair_finder.find(shapes, bodies, alert_distance=0.1)
    contacts = finder.find(surfaces, bodies, pairs, alert_distance=0.1)
    exact = abut.surface_separation(surfaces, bodies, pairs)
    nearest = f"{contacts.separation.min():8.4f}" if len(contacts) else "    none"
    separation = f"{exact.separation[0]:8.4f}" if len(exact) else "        "
    print(f"step {step}: {len(contacts):4d} contacts, the nearest {nearest}, surfaces {separation}, {finder.counts['queries']} queries")
    bodies.set_pose(1, bodies.positions()[1] - [0.05, 0, 0], matrix=bodies.matrices()[1])
