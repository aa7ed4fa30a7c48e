"""Contact patches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from . import _abut
from ._abut import BodySet, ShapeSet
from ._arrays import Doubles, Floats, Pairs
from ._checks import need
from ._contacts import Contacts


@dataclass
class Patches:
    """The patches of M pairs, in the precision of their contacts; points are in the frame of the contacts' points.

    The corners of pair i, counter-clockwise as seen from B, are points[offsets[i]:offsets[i + 1]], midway between the
    bodies; `gaps` are the separations over them.
    """

    area: Floats  #: (M,), 0 for a segment or a point
    centre: Floats  #: (M, 3), centroid
    offsets: npt.NDArray[np.uint64]  #: (M + 1,)
    points: Floats  #: (K, 3)
    gaps: Floats  #: (K,)
    volume: Optional[Floats] = None  #: (M,), of the overlap
    volume_centre: Optional[Floats] = None  #: (M, 3), its centroid
    volume_normal: Optional[Floats] = None  #: (M, 3), integral of A's outward normal over its boundary inside B
    volume_moment: Optional[Floats] = None  #: (M, 3), its moment about `volume_centre`

    def arrays(self) -> tuple[Any, ...]:
        return (self.area, self.offsets, self.points, self.gaps)


def find_patches(
    shapes: ShapeSet,
    bodies: BodySet,
    pairs: Pairs,
    contacts: Contacts,
    *,
    margin: float = 0.0,
    most_points: int = 0,
    move_points: bool = False,
    volumes: bool = False,
    threads: int = 0,
) -> Patches:
    """The region over which each pair touches: a polygon, a segment or a point.

    Args:
        pairs: (M, 2) uint32, C-contiguous, those that `contacts` are of.
        contacts: with `separation`, `normal`, `point` and `status`; features save time.
        margin: how much farther apart than at the nearest point bodies may be over the patch, 0 or more, a length.
        most_points: 0: all corners; from 3 on at most so many.
        move_points: whether `contacts.point`, which then has to be writable, becomes the patch's centroid.
        volumes: whether the volume that two polyhedra share is found too; no shape may then be rounded or curved.

    Raises:
        InvalidInput, ValueError, TypeError: as `query_pairs`, and for options that are not allowed.

    Source: Feng & Tan 2019, section 4.3, made continuous; docs/explanation/patches.md.
    """
    need("contacts", contacts, Contacts)
    return Patches(
        **_abut._find_patches(
            shapes, bodies, pairs, contacts.arrays(), margin, most_points, move_points, volumes, threads
        )
    )


def find_shape_patches(
    shapes: ShapeSet,
    shape_pairs: Pairs,
    poses: Optional[Doubles],
    contacts: Contacts,
    *,
    positions: Optional[Floats] = None,
    quaternions: Optional[Floats] = None,
    margin: float = 0.0,
    most_points: int = 0,
    move_points: bool = False,
    volumes: bool = False,
    threads: int = 0,
) -> Patches:
    """`find_patches` for pairs of shapes and given relative poses, B in A's frame.

    Args:
        shape_pairs: (M, 2) uint32, C-contiguous, those that `contacts` are of: what `query_shape_pairs` was given.
        poses: (M, 3, 4) float64 as `query_shape_pairs` takes them; None where `positions` or `quaternions` are given.
        contacts: what `query_shape_pairs` has returned, with `separation`, `normal`, `point` and `status`.
        positions, quaternions: as of `query_shape_pairs`: (M, 3), and (M, 4) as w x y z.

    The other arguments, what is returned and what is raised are as in `find_patches`. Points are in A's frame.
    """
    need("contacts", contacts, Contacts)
    return Patches(
        **_abut._find_shape_patches(
            shapes, shape_pairs, poses, positions, quaternions, contacts.arrays(), margin, most_points, move_points,
            volumes, threads,
        )
    )
