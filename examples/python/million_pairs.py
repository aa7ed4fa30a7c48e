"""A million pairs of hulls at random places, from NumPy arrays to NumPy arrays."""

import numpy as np

import abut

rng = np.random.default_rng(1)
shapes = abut.ShapeSet()
for _ in range(20):
    shapes.add_hull(rng.normal(size=(32, 3)))
shape_pairs = rng.integers(0, 20, (1_000_000, 2), np.uint32)
positions, quaternions = rng.normal(size=(1_000_000, 3)) * 3, rng.normal(size=(1_000_000, 4))
contacts = abut.query_shape_pairs(
    shapes, shape_pairs, positions=positions, quaternions=quaternions, dtype=np.float32
)
overlapping = contacts.separation < 0
print(f"{np.count_nonzero(overlapping)} of {len(contacts)} pairs overlap, the deepest by {-contacts.separation.min():.3f}")
print(f"{contacts.seconds:.2f} s in C++; {np.count_nonzero(~contacts.is_contact())} answers say that they are unfinished")
