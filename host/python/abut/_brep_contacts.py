"""Contacts of bodies whose shapes are CAD models, for time-stepping solvers (docs/explanation/cad-contact.md)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _abut
from ._abut import BodySet, ShapeSet
from ._arrays import FloatDtype, Pairs, count_of, is_single
from ._breps import Brep
from ._checks import need
from ._quasi_lmds import LmdArrays

#: Bit of `BrepContacts.place`: the point is B's own.
BREP_SAMPLE_OF_B = 0x8000


class ContactBreps:
    """CAD models that stand for shapes in contact, each with a dilation.

    Motion never changes what is kept; bodies with a shape share its model. Several threads may use one: a call that changes
    it waits for those that read it. Source: Crozet, Leon & Merlhiot, section 3.
    """

    def __init__(self) -> None:
        self._breps = _abut._ContactBreps()

    def set(self, shapes: ShapeSet, shape: int, brep: Brep, *, dilation: float = 0.0, around: int = 8) -> None:
        """Gives a shape a model, in the shape's frame and the unit of the world; a second one replaces the first.

        The shape stands for it where pairs are found and has to hold it with its dilation: `add` makes one that does.

        Args:
            shapes: the set that the shape is of.
            shape: its number in the set.
            brep: a part, copied.
            dilation: radius of a ball about every point of the model: gaps go down to minus both dilations. Finite, 0 or more,
                a length.
            around: points of each circle and ellipse, and of circles in faces, that stand for corners where theta is above 0.
                From 0 to 64.

        Raises:
            InvalidInput: a shape that is not there; an option that is not allowed; a model without faces, or one that reaches
            out of the shape's box, with the dilation, by more than 1e-6 of its size. TypeError: what is no ShapeSet or Brep.
        """
        need("shapes", shapes, ShapeSet)
        need("brep", brep, Brep)
        self._breps.set(shapes, shape, brep._data, dilation, around)

    def add(self, shapes: ShapeSet, brep: Brep, *, dilation: float = 0.0, around: int = 8) -> int:
        """Adds the box about a model, rounded by the dilation, to the shapes and gives it the model. Returns the new shape.

        Arguments are those of `set`. Raises as `set`, and InvalidInput where no box is known: about some surfaces of revolution
        or extrusion.
        """
        need("shapes", shapes, ShapeSet)
        need("brep", brep, Brep)
        return self._breps.add(shapes, brep._data, dilation, around)

    def has(self, shape: int) -> bool:
        """Whether a shape has a model."""
        return self._breps.has(shape)

    def shape_count(self) -> int:
        """One more than the last shape that has a model; 0 where none has."""
        return self._breps.shape_count()

    def dilation(self, shape: int) -> float:
        """That of a shape's model. Raises InvalidInput for a shape that has none."""
        return self._breps.dilation(shape)

    def notes(self, shape: int) -> tuple[str, ...]:
        """What of a shape's model cannot be in contact, as `ContactBrep.notes`. Raises InvalidInput for a shape that has none."""
        return self._breps.notes(shape)


@dataclass(frozen=True)
class BrepContacts(LmdArrays):
    """The K contacts of M pairs of CAD models: those of pair i are at offsets[i] to offsets[i + 1], by features, then place.

    They are the local minima of the distance, those that a turn by less than theta would make, and where theta is above 0
    points of curved edges that are that near to one. Gaps are distances less both dilations. Normals are in world axes; points
    are relative to the position of A's body, in world axes (see `world_points`). `key` is of pair, features and place.
    """

    #: (K,): tells contacts of the same features apart: 0 of minima; of a body's own points of curved edges and faces their
    #: number from 1, with BREP_SAMPLE_OF_B for those of B
    place: npt.NDArray[np.uint32]
    #: (M,): `BrepLmdStatus`. INCOMPLETE: what has no solver is within reach, or the pose is not usable, then without contacts;
    #: CROSSING: models meet without their dilations, then without contacts: they do not tell how deep
    status: npt.NDArray[np.uint8]
    #: feature_pairs that were compared, solved_pairs, unsolved: of all pairs together
    counts: dict[str, int] = field(default_factory=dict)


def _contacts(found: dict[str, Any]) -> BrepContacts:
    found["is_lmd"] = found["is_lmd"] != 0
    return BrepContacts(**found)


def find_brep_contacts(
    breps: ContactBreps,
    bodies: BodySet,
    pairs: Pairs,
    *,
    alert_distance: float = 0.0,
    theta: float = 0.02,
    angle: float = 1e-6,
    dtype: FloatDtype = np.float64,
    threads: int = 0,
) -> BrepContacts:
    """The contacts of pairs of parts whose shapes are CAD models, on their exact surfaces, as a time-stepping solver needs them.

    Args:
        breps: of the shapes that `bodies` have.
        pairs: (M, 2) uint32, C-contiguous, numbers of parts as `find_pairs` has them, in any order. Not copied.
        alert_distance: gaps above this are left out; parts' own alert distances are added. Finite, 0 or more, a length.
        theta: angle by which normals may be outside of polars, in radians: minima that turns by less would make. 0: local
            minima alone. From 0 to 0.5.
        angle: as that of `find_brep_lmds`.
        dtype: float32 or float64, the precision of the answer. Models meet in float64.
        threads: 0: all cores. Answers do not depend on it.

    Raises:
        InvalidInput (a ValueError): an index that is out of range, a shape without a model, an option that is not allowed.
        ValueError, TypeError: an array of another shape, dtype or layout.

    Source: Crozet, Leon & Merlhiot, section 3; Merlhiot 2007, section 6; docs/explanation/cad-contact.md.
    """
    need("breps", breps, ContactBreps)
    count_of(pairs, "pairs", "(M, 2)")
    return _contacts(
        _abut._find_brep_contacts(
            breps._breps, bodies, pairs, is_single(dtype), alert_distance, theta, angle, threads
        )
    )


class BrepContactFinder:
    """Contacts of CAD models that move, from step to step: `find` once a step.

    Pairs that are farther apart than they can have come nearer since they were looked at are not looked at again. Answers are
    those of `find_brep_contacts` to the bit, `counts` apart. With another `ContactBreps` it begins anew. Calls from several
    threads wait for each other. `threads` 0: all cores; answers do not depend on it.
    """

    def __init__(self, *, threads: int = 0) -> None:
        self._finder = _abut._BrepContactFinder(threads=threads)

    def find(
        self,
        breps: ContactBreps,
        bodies: BodySet,
        candidates: Pairs,
        *,
        alert_distance: float = 0.0,
        theta: float = 0.02,
        angle: float = 1e-6,
        dtype: FloatDtype = np.float64,
    ) -> BrepContacts:
        """The contacts of this step's candidates. Those of `candidates[i]` are at offsets[i] to offsets[i + 1].

        `candidates` (M, 2) uint32, C-contiguous, numbers of parts, sorted by the first, then the second, as `find_pairs` and a
        `PairFinder` give them; not copied. Other arguments are those of `find_brep_contacts`. Of what is no candidate nothing is
        kept. Raises as `find_brep_contacts`, and InvalidInput for candidates that are not sorted; the next step begins anew then.
        """
        need("breps", breps, ContactBreps)
        count_of(candidates, "candidates", "(M, 2)")
        return _contacts(
            self._finder.find(breps._breps, bodies, candidates, is_single(dtype), alert_distance, theta, angle)
        )

    @property
    def ages(self) -> npt.NDArray[np.uint32]:
        """(K,) uint32: for how many steps before the last one each of its contacts' keys has been there. A copy."""
        return self._finder.ages()

    @property
    def counts(self) -> dict[str, int]:
        """What the last step took.

        `candidates`: pairs. `apart`: left out by what is known of them. `searched`: whose contacts were looked for; `measured`:
        of these, whose least distance was asked.
        """
        return self._finder.counts()

    @property
    def memory(self) -> int:
        """Bytes of what is kept for the next step."""
        return self._finder.memory()

    def reset(self) -> None:
        """Forgets what has been found."""
        self._finder.reset()
