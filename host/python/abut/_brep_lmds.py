"""Local minima of the distance of CAD models, and the clearances of parts (docs/explanation/cad-contact.md)."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Any, Iterable, Optional

import numpy as np
import numpy.typing as npt

from . import _abut
from ._arrays import Doubles
from ._breps import Brep, BrepAssembly
from ._checks import need, need_number, need_truth, several, shown


class BrepLmdStatus(enum.IntEnum):
    """How a pair of CAD models ended."""

    COMPLETE = 0  #: these are all
    INCOMPLETE = 1  #: surfaces or curves within reach have no solver, or rounding does not tell: there may be others
    CROSSING = 2  #: the boundaries meet, or one is within the other: distances say nothing of how deep


class ContactBrep:
    """A CAD model made ready for contact. It never changes, and several threads may use one.

    Args:
        brep: a part. What is needed of it is copied.

    Raises TypeError for what is no Brep.
    """

    __slots__ = ("_model",)

    def __init__(self, brep: Brep) -> None:
        need("brep", brep, Brep)
        self._model = _abut._ContactBrep(brep._data)

    @property
    def notes(self) -> tuple[str, ...]:
        """What cannot be in contact, and where: "face 3: loop 1 is open". Empty of a sound solid. Counted from 0."""
        return self._model.notes()

    @property
    def size(self) -> float:
        """The longest side of the box about it, a length."""
        return self._model.size()

    def box(self) -> Doubles:
        """(2, 3) float64: corners of a box that holds it with its tolerances, in its frame; not finite where none is known."""
        return self._model.box()


@dataclass(frozen=True)
class BrepLmds:
    """The K local minima of the distance of two models, by distance, then features. All in A's frame."""

    distance: Doubles  #: (K,)
    point_a: Doubles  #: (K, 3): on A
    point_b: Doubles  #: (K, 3): point_a + distance * normal
    normal: Doubles  #: (K, 3): unit, out of A
    feature_a: npt.NDArray[np.uint64]  #: (K,): vertex, edge or face of the part: see `feature_kind`, `feature_index`
    feature_b: npt.NDArray[np.uint64]  #: (K,)
    sampled: npt.NDArray[np.bool_]  #: (K,): one of a curve of places that are as near, told by some of them
    is_lmd: npt.NDArray[np.bool_]  #: (K,): a minimum as it is, and not by theta alone
    status: BrepLmdStatus
    #: feature_pairs that were compared, solved_pairs whose stationary pairs were found, unsolved within reach
    counts: dict[str, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.distance)


def find_brep_lmds(
    a: ContactBrep,
    b: ContactBrep,
    *,
    position: Any = None,
    quaternion: Any = None,
    matrix: Any = None,
    reach: float = float("inf"),
    nearest_only: bool = False,
    angle: float = 1e-6,
    theta: float = 0.0,
) -> BrepLmds:
    """Every local minimum of the distance of two CAD models, on their exact surfaces and curves.

    A pair of points counts where each lies in the other's direction as the polars of both tangent cones have it, and the
    distance is no less around: between faces, edges and corners.

    Args:
        a, b: in the same unit.
        position: (3,), where B's origin is in A's frame; None: at A's.
        quaternion: (4,), w x y z of any length but zero: B's axes in A's frame.
        matrix: (3, 3) instead, a rotation: x_a = matrix @ x_b + position.
        reach: minima farther apart are left out. 0 or more, a length.
        nearest_only: the least of all alone, which is faster.
        angle: by which a direction may be outside of a polar, in radians, from 1e-9 to 0.1.
        theta: above 0 also what turns by less would make minima, corners and edges. In radians, to 0.5.

    Raises:
        InvalidInput (a ValueError): an option, or a pose that is not finite or no rotation. TypeError, ValueError: arrays of
        another dtype or shape, what is no ContactBrep.

    Source: Crozet, Leon & Merlhiot, sections 3, 6 and 7; docs/explanation/cad-contact.md.
    """
    need("a", a, ContactBrep)
    need("b", b, ContactBrep)
    need_truth("nearest_only", nearest_only)
    options = (need_number("reach", reach), nearest_only, need_number("angle", angle), need_number("theta", theta))
    found: dict[str, Any] = _abut._find_brep_lmds(a._model, b._model, position, quaternion, matrix, options)
    for name in ("sampled", "is_lmd"):
        found[name] = found[name] != 0
    found["status"] = BrepLmdStatus(found["status"])
    return BrepLmds(**found)


@dataclass(frozen=True)
class Clearances:
    """The least distances of K pairs of instances and poses, by poses, then pairs. Points and normals in world axes."""

    pose: npt.NDArray[np.uint32]  #: (K,): the row of the motion; 0 without one
    a: npt.NDArray[np.uint32]  #: (K,): of the instance, into `instances` of the first assembly
    b: npt.NDArray[np.uint32]  #: (K,): of the second one, or of the same
    status: npt.NDArray[np.uint8]  #: (K,): `BrepLmdStatus`; where INCOMPLETE, other places may be nearer
    #: (K,): whether there is a distance: False where the parts meet, nothing is within reach or nothing of it has a solver
    found: npt.NDArray[np.bool_]
    distance: Doubles  #: (K,): 0 where the parts meet (how deep is not told), inf where else nothing is found
    point_a: Doubles  #: (K, 3): where it is on A; this and what follows is zero where nothing is found
    point_b: Doubles  #: (K, 3): on B
    normal: Doubles  #: (K, 3): unit, from A to B
    feature_a: npt.NDArray[np.uint64]  #: (K,): vertex, edge or face of the part: see `feature_kind`, `feature_index`
    feature_b: npt.NDArray[np.uint64]  #: (K,)

    def __len__(self) -> int:
        return len(self.distance)

    def least(self) -> Optional[int]:
        """The row of the least clearance, the first of equal ones; of parts that meet, the first. None where nothing is found."""
        row = int(np.argmin(self.distance)) if len(self) else 0
        return row if len(self) and bool(np.isfinite(self.distance[row])) else None


def _names(skip: Any) -> list[tuple[str, str]]:
    pairs = []
    for i, pair in enumerate(several("skip", skip, "pairs of names")):
        if not isinstance(pair, (tuple, list)) or len(pair) != 2 or not all(isinstance(name, str) for name in pair):
            raise TypeError(f"skip[{i}] is {shown(pair)}; allowed is a pair of names, each a str")
        pairs.append((pair[0], pair[1]))
    return pairs


def find_clearances(
    a: BrepAssembly,
    b: Optional[BrepAssembly] = None,
    *,
    positions: Any = None,
    quaternions: Any = None,
    matrices: Any = None,
    reach: float = float("inf"),
    skip: Iterable[tuple[str, str]] = (),
    threads: int = 0,
) -> Clearances:
    """The least distance of CAD parts: of all pairs of an assembly, or of one model's parts from another's along a motion.

    Args:
        a: an assembly.
        b: another one, in the same unit, whose instances are compared with those of A. None: all pairs of A's.
        positions: (N, 3), a motion of B: each pose goes after the placements, world = pose * placement. None: no
            translation; without any of the three B is where its file has it.
        quaternions: (N, 4), w x y z of any length but zero, or None.
        matrices: (N, 3, 3) instead, rotations.
        reach: parts farther apart have no clearance told. 0 or more, a length.
        skip: pairs of names of instances that are not compared, whichever comes first; `*` stands for any text.
        threads: 0: all cores. Answers do not depend on it.

    Raises:
        InvalidInput (a ValueError): a pose that is not finite or no rotation, an option that is not allowed. TypeError,
        ValueError: arrays of another dtype or shape, what is no BrepAssembly, a motion without `b`.
    """
    need("a", a, BrepAssembly)
    if b is not None:
        need("b", b, BrepAssembly)
    motion = (positions, quaternions, matrices)
    for name, array in zip(("positions", "quaternions", "matrices"), motion):
        if b is None and array is not None:
            raise TypeError(f"{name} is given without b; allowed is None: the motion is that of b's parts")
    found: dict[str, Any] = _abut._find_clearances(
        a._data, None if b is None else b._data, motion, reach, _names(skip), threads
    )
    found["found"] = found["found"] != 0
    return Clearances(**found)
