"""Contact records, as arrays."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Any, Iterable, Optional, Union

import numpy as np
import numpy.typing as npt

from ._abut import BodySet
from ._arrays import Doubles, FloatDtype, Pairs, is_single
from ._checks import need, need_numbers_of, shown

if TYPE_CHECKING:
    from ._planar_contacts import PlanarContacts

#: The names of the arrays of `Contacts`, in their order.
FIELDS: tuple[str, ...] = (
    "separation",
    "normal",
    "witness_a",
    "witness_b",
    "point",
    "feature_a",
    "feature_b",
    "lower_bound",
    "bound_gap",
    "status",
    "gjk_iterations",
    "epa_iterations",
    "key",
)
_VECTORS = frozenset({"normal", "witness_a", "witness_b", "point"})
_WORDS = frozenset({"feature_a", "feature_b", "key"})
_BYTES = frozenset({"status", "gjk_iterations", "epa_iterations"})


class Status(IntEnum):
    """How a query ended: the lower half of a `status` byte."""

    CONVERGED = 0  #: the certificate gap is within tolerance
    TOUCHING = 1  #: converged, and |separation| is within tolerance of zero
    FARTHER_THAN_ALERT = 2  #: farther apart than asked for; `separation` is a lower bound
    ITERATION_LIMIT = 3  #: stopped early; `bound_gap` says how far the answer can be off
    DEGENERATE_SHAPE = 4  #: a shape without vertices, or lengths that the precision cannot hold
    UNSUPPORTED_PAIR = 5  #: kept for kinds to come
    INVALID_POSE = 6  #: a pose that is not finite, or whose matrix has entries beyond 2


#: Flag bit of a `status` byte: no direction is better than another. Set with every failure too.
NORMAL_UNDEFINED = 0x80


class Contacts:
    """The records of M pairs, as arrays of M rows; what was not asked for is None.

    Frame and origin of points are those of the function that made them; lengths are in the caller's unit.

    ================  ===========  ==========================================================================
    attribute         shape        meaning
    ================  ===========  ==========================================================================
    separation        (M,)         > 0 the gap, < 0 minus the penetration depth
    normal            (M, 3)       unit, from A to B
    witness_a         (M, 3)       closest or deepest point of A
    witness_b         (M, 3)       of B: witness_a + separation * normal
    point             (M, 3)       midway between the witness points
    feature_a         (M,) uint64  vertex, edge or face that carries the witness point, see `feature_kind`
    feature_b         (M,) uint64  the same for B
    lower_bound       (M,)         certified: the true separation is not below it
    bound_gap         (M,)         how far the two bounds found are apart
    status            (M,) uint8   a `Status` in the lower half, flags in the upper
    gjk_iterations    (M,) uint8   255: that many or more
    epa_iterations    (M,) uint8   the same
    key               (M,) uint64  stable hash of pair and features
    ================  ===========  ==========================================================================

    Arrays without a dtype here have the query's, float32 or float64. `seconds` is what the C++ function took of the
    call that filled them.

    A `Contacts` of the caller's own arrays, of any positive strides, is what `out=` takes: they are written in place.
    """

    __slots__ = (*FIELDS, "seconds")

    separation: Any
    normal: Any
    witness_a: Any
    witness_b: Any
    point: Any
    feature_a: Any
    feature_b: Any
    lower_bound: Any
    bound_gap: Any
    status: Any
    gjk_iterations: Any
    epa_iterations: Any
    key: Any
    seconds: float

    def __init__(
        self,
        *,
        separation: Any = None,
        normal: Any = None,
        witness_a: Any = None,
        witness_b: Any = None,
        point: Any = None,
        feature_a: Any = None,
        feature_b: Any = None,
        lower_bound: Any = None,
        bound_gap: Any = None,
        status: Any = None,
        gjk_iterations: Any = None,
        epa_iterations: Any = None,
        key: Any = None,
    ) -> None:
        self.separation = separation
        self.normal = normal
        self.witness_a = witness_a
        self.witness_b = witness_b
        self.point = point
        self.feature_a = feature_a
        self.feature_b = feature_b
        self.lower_bound = lower_bound
        self.bound_gap = bound_gap
        self.status = status
        self.gjk_iterations = gjk_iterations
        self.epa_iterations = epa_iterations
        self.key = key
        self.seconds = 0.0

    @classmethod
    def empty(cls, count: int, *, dtype: FloatDtype = np.float64, fields: Optional[Iterable[str]] = None) -> Contacts:
        """Arrays for `count` records, not initialised: all fields, or those named.

        Raises ValueError for a name that is none of FIELDS, TypeError for another dtype than float32 and float64.
        """
        scalar = np.float32 if is_single(dtype) else np.float64
        if not hasattr(count, "__index__") or count < 0:
            raise TypeError(f"count is {shown(count)}; allowed is a whole number from 0")
        names = FIELDS if fields is None else check_fields(fields)
        out = cls()
        for name in names:
            shape = (count, 3) if name in _VECTORS else (count,)
            kind: Any = np.uint64 if name in _WORDS else np.uint8 if name in _BYTES else scalar
            setattr(out, name, np.empty(shape, kind))
        return out

    def __len__(self) -> int:
        for name in FIELDS:
            array = getattr(self, name)
            if array is not None:
                return int(array.shape[0])
        return 0

    def __repr__(self) -> str:
        names = ", ".join(name for name in FIELDS if getattr(self, name) is not None)
        return f"Contacts of {len(self)} pairs: {names or 'no field'}"

    def arrays(self) -> tuple[Any, ...]:
        """The arrays in the order of FIELDS; None for what is not there."""
        return tuple(getattr(self, name) for name in FIELDS)

    def take(self, indices: Any) -> Contacts:
        """The records at `indices`, or where a mask is true: copies, as NumPy's indexing makes them."""
        out = Contacts()
        for name in FIELDS:
            array = getattr(self, name)
            if array is not None:
                setattr(out, name, array[indices])
        return out

    def is_contact(self) -> npt.NDArray[np.bool_]:
        """(M,) bool: status is converged or touching."""
        if self.status is None:
            raise ValueError("status is None; allowed are contacts with that field")
        answer: npt.NDArray[np.bool_] = (self.status & 0x0F) <= Status.TOUCHING
        return answer


def check_fields(fields: Iterable[str]) -> tuple[str, ...]:
    if isinstance(fields, str):
        raise TypeError(f"fields is the text {fields!r}; allowed are several names, as in ({fields!r},)")
    if not isinstance(fields, Iterable):
        raise TypeError(f"fields is {shown(fields)}; allowed are several names, as in ('separation', 'normal')")
    names = tuple(fields)
    for name in names:
        if name not in FIELDS:
            raise ValueError(f"fields has {name!r}; allowed are {', '.join(FIELDS)}")
    return names


def contacts_of(arrays: dict[str, Any]) -> Contacts:
    return Contacts(**arrays)


def statuses(contacts: Union[Contacts, PlanarContacts]) -> npt.NDArray[np.uint8]:
    """(M,) uint8: the status without its flags, to be compared with `Status`."""
    if not hasattr(contacts, "status"):
        need("contacts", contacts, Contacts)
    if contacts.status is None:
        raise ValueError("status is None; allowed are contacts with that field")
    answer: npt.NDArray[np.uint8] = contacts.status & np.uint8(0x0F)
    return answer


def feature_kind(feature: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint8]:
    """(M,) uint8 of features: 0 unknown, 1 vertex, 2 edge, 3 face of the core."""
    return (np.asarray(feature, np.uint64) >> np.uint64(62)).astype(np.uint8)


def feature_index(feature: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint32]:
    """(M,) uint32 of features: the number of that vertex, edge or face in its shape (`ShapeSet.vertices`, `faces`)."""
    return (np.asarray(feature, np.uint64) & np.uint64(0xFFFFFFFF)).astype(np.uint32)


def world_points(bodies: BodySet, pairs: Pairs, points: Any) -> Doubles:
    """Points of `query_pairs` or `detect` in the world: (M, 3) float64.

    `points` (M, 3), as `point`, `witness_a` or `witness_b`, are relative to the position of body A, in world axes, so
    that float32 keeps its digits far from the origin; `pairs` (M, 2) are those that were queried. Raises ValueError for
    other shapes and for a part that is not there.
    """
    need("bodies", bodies, BodySet)
    parts, relative = np.asarray(pairs), np.asarray(points)
    if parts.ndim != 2 or parts.shape[1] != 2 or parts.dtype.kind not in "iu":
        raise ValueError(f"pairs is {parts.dtype} of shape {parts.shape}; allowed are integers of shape (M, 2)")
    if relative.shape != (len(parts), 3) or relative.dtype.kind not in "fiu":
        raise ValueError(
            f"points is {relative.dtype} of shape {relative.shape}; allowed are numbers of shape ({len(parts)}, 3)"
        )
    need_numbers_of("pairs", parts[:, 0], "part", bodies.part_count - 1)
    body = bodies.part_bodies()[parts[:, 0]]
    return bodies.positions()[body] + np.asarray(relative, np.float64)
