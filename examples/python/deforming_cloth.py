"""A square cloth falls onto a ball and folds over it: springs, and penalties on the gaps that Abut finds, in each step.

Contacts push with a force of stiffness x area x (thickness - gap) along the gap's gradient, of the cloth with the ball and with
itself. Before nodes go on, find_step_impacts says whether anything would pass through anything within the step.
"""

import numpy as np

import abut

CELLS, SIDE, THICKNESS = 14, 1.0, 0.02  # metres
STEP, STEPS, EVERY = 2e-3, 450, 75  # seconds
MASS, GRAVITY, DRAG = 0.3, 9.81, 1.0  # kilograms, m/s^2, 1/s
SPRING, DAMPING = 60.0, 0.05  # N/m, N s/m
STIFFNESS, FRICTION = 3e4, 30.0  # N/m^3 of area and gap; 1/s, of nodes in contact


def cloth():
    """Nodes (N, 3) above the ball, triangles (F, 3), and springs (S, 2) along edges and both diagonals of cells."""
    at = np.linspace(-SIDE / 2, SIDE / 2, CELLS + 1)
    nodes = np.array([[x, y, 0.4] for y in at for x in at])
    corner = np.array([j * (CELLS + 1) + i for j in range(CELLS) for i in range(CELLS)])
    a, b, c, d = corner, corner + 1, corner + CELLS + 2, corner + CELLS + 1
    triangles = np.concatenate([np.c_[a, b, c], np.c_[a, c, d]])
    springs = np.concatenate([np.c_[a, b], np.c_[d, c], np.c_[a, d], np.c_[b, c], np.c_[a, c], np.c_[b, d]])
    return nodes, triangles, np.unique(springs, axis=0)


def ball(radius=0.25, rings=10, around=20):
    """Nodes and outward triangles of a sphere about the origin."""
    polar, turn = np.pi * np.arange(1, rings) / rings, 2 * np.pi * np.arange(around) / around
    rows = [[np.sin(p) * np.cos(t), np.sin(p) * np.sin(t), np.cos(p)] for p in polar for t in turn]
    nodes, triangles = radius * np.array([[0, 0, 1], *rows, [0, 0, -1]]), []
    for k in range(around):
        n, last = (k + 1) % around, len(nodes) - 1
        triangles += [[0, 1 + k, 1 + n], [last, last - around + n, last - around + k]]
        for r in range(rings - 2):
            a, b = 1 + r * around, 1 + (r + 1) * around
            triangles += [[a + k, b + k, b + n], [a + k, b + n, a + n]]
    return nodes, np.array(triangles)


def spring_forces(x, v, springs, rest):
    d = x[springs[:, 1]] - x[springs[:, 0]]
    length = np.linalg.norm(d, axis=1)
    along = d / length[:, None]
    closing = np.einsum("sd,sd->s", v[springs[:, 1]] - v[springs[:, 0]], along)
    pull = (SPRING * (length - rest) + DAMPING * closing)[:, None] * along
    force = np.zeros_like(x)
    np.add.at(force, springs[:, 0], pull)
    np.add.at(force, springs[:, 1], -pull)
    return force


def contact_forces(found, v, count):
    """Of penalties, and of what holds a node back that is in contact."""
    inner = (found.support == 15) & (found.gap < THICKNESS)  # others repeat what a neighbour has
    push = STIFFNESS * found.area[inner] * (THICKNESS - found.gap[inner])
    force, touched = np.zeros((count, 3)), np.zeros(count)
    nodes = found.nodes[inner].ravel()
    np.add.at(force, nodes, (push[:, None, None] * found.gradients()[inner]).reshape(-1, 3))
    touched[nodes] = 1
    return force - FRICTION * MASS / (CELLS + 1) ** 2 * touched[:, None] * v


sheet, triangles, springs = cloth()
sphere, sphere_triangles = ball()
bodies = abut.DeformingBodies()
bodies.add(len(sheet), triangles=triangles)
bodies.add(len(sphere), triangles=sphere_triangles, self_contact=False, solid=True)
facets = np.concatenate([bodies.facets(0), bodies.facets(1) + np.uint32(bodies.node_begin(1))])
finder = abut.DeformingContactFinder(THICKNESS)

x, v = np.concatenate([sheet, sphere]), np.zeros((len(sheet) + len(sphere), 3))
moves = (np.arange(len(x)) < len(sheet))[:, None]
mass, rest = MASS / len(sheet), np.linalg.norm(sheet[springs[:, 1]] - sheet[springs[:, 0]], axis=1)
print("    time  contacts  with itself  least gap  lowest node  stopped")
stopped = 0
for step in range(STEPS + 1):
    bodies.move(x)
    found = finder.find_contacts(bodies, alert_distance=2 * THICKNESS)
    if step % EVERY == 0:
        own = (found.bodies[found.pair_indices()] == 0).all(axis=1).sum()
        least = f"{found.gap.min():9.4f}" if len(found) else "     none"
        print(f"{step * STEP:8.3f} {len(found):9d} {own:12d}  {least}    {x[: len(sheet), 2].min():9.3f} {stopped:8d}")
    force = contact_forces(found, v, len(x)) - mass * DRAG * v - [0, 0, mass * GRAVITY]
    force[: len(sheet)] += spring_forces(x[: len(sheet)], v[: len(sheet)], springs, rest)
    v += STEP / mass * force * moves
    ahead = x + STEP * v
    impacts = abut.find_step_impacts(x, ahead, facets)
    if impacts.first_time < 1:  # so far nodes may go, and those that would have met stand still
        stopped += 1
        ahead = x + 0.9 * impacts.first_time * (ahead - x)
        v[np.unique(impacts.nodes)] = 0
    x = ahead
print(f"{finder.counts['searches']} searches of trees in {STEPS + 1} steps, trees built {bodies.quality().builds[0]} times")
