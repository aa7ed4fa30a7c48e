"""Contact records of the plane, as arrays."""

from __future__ import annotations

from typing import Any, ClassVar, Optional, TypeVar

import numpy as np
import numpy.typing as npt

from ._arrays import FloatDtype, is_single
from ._checks import shown
from ._contacts import _BYTES, _WORDS, FIELDS, Status
from ._planar_rows import bytes_of

_VECTORS = frozenset({"normal", "witness_a", "witness_b", "point", "begin", "end", "centroid"})

Rows = TypeVar("Rows", bound="_Rows")


class _Rows:
    """M records in an array of structures, each field of which is an attribute: a view, of any stride."""

    __slots__ = ("records",)
    records: Any
    fields: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def row_dtype(cls, dtype: FloatDtype = np.float64) -> "np.dtype[Any]":
        """The dtype of a row, with float32 or float64 numbers."""
        scalar = "f4" if is_single(dtype) else "f8"

        def field(name: str) -> Any:
            kind = "u8" if name in _WORDS else "u1" if name in _BYTES else scalar
            return (name, kind, 2) if name in _VECTORS else (name, kind)

        return np.dtype([field(name) for name in cls.fields], align=True)

    def _take_rows(self, records: Any) -> None:
        names = tuple(records.dtype.names or ()) if isinstance(records, np.ndarray) else ()
        single = names == self.fields and records.dtype[0].base == np.float32
        bytes_of("records", records, self.row_dtype(np.float32 if single else np.float64))
        self.records = records
        for name in self.fields:
            setattr(self, name, records[name])

    @property
    def dtype(self) -> "np.dtype[Any]":
        """float32 or float64: the precision."""
        scalar: np.dtype[Any] = self.records.dtype[0].base
        return scalar

    def _bytes(self, name: str) -> npt.NDArray[np.uint8]:
        """As the extension takes them."""
        return bytes_of(f"{name}.records", self.records, self.row_dtype(self.dtype))

    def __len__(self) -> int:
        return len(self.records)

    def __repr__(self) -> str:
        return f"{type(self).__name__} of {len(self)} pairs, {self.dtype}"


class PlanarPatches(_Rows):
    """Where the shapes of M pairs are near each other along the normal: intervals, with the ends that bound them.

    ==========  ========  =========================================================================
    attribute   shape     meaning
    ==========  ========  =========================================================================
    begin       (M, 2)    the end on the right, seen along the normal
    end         (M, 2)    begin + length * the normal turned left
    length      (M,)
    point       (M, 2)    the middle: the point of contact where it has to move continuously
    ==========  ========  =========================================================================

    Points are relative to the position of body A, in world axes, midway between the witness points in height. All 0 where
    the contact's status is no contact. The interval is where the gap is at most max(separation, 0) + margin + 64 roundings
    of the pair's size; docs/explanation/planar.md. Attributes are views of `records`, an array of structures.
    """

    __slots__ = ("begin", "end", "length", "point")
    fields = ("begin", "end", "length", "point")
    begin: Any
    end: Any
    length: Any
    point: Any

    def __init__(self, records: npt.NDArray[Any]) -> None:
        self._take_rows(records)


class PlanarOverlaps(_Rows):
    """What the polygons of M pairs have in common, and how that changes.

    ==========  ========  =========================================================================
    attribute   shape     meaning
    ==========  ========  =========================================================================
    area        (M,)
    centroid    (M, 2)    relative to the position of body A; of no area the contact's point
    normal      (M, 2)    integral of A's outward normal over its boundary inside B
    moment      (M,)      its moment about the centroid, counter-clockwise
    ==========  ========  =========================================================================

    In world axes. Where B moves by d and turns by w about the centroid, the area changes by -(normal . d + moment w). All 0
    where the shapes do not overlap. Attributes are views of `records`, an array of structures.
    """

    __slots__ = ("area", "centroid", "normal", "moment")
    fields = ("area", "centroid", "normal", "moment")
    area: Any
    centroid: Any
    normal: Any
    moment: Any

    def __init__(self, records: npt.NDArray[Any]) -> None:
        self._take_rows(records)


class PlanarContacts(_Rows):
    """The records of M pairs of the plane, as arrays of M rows.

    ================  ===========  ==========================================================================
    attribute         shape        meaning
    ================  ===========  ==========================================================================
    separation        (M,)         > 0 the gap, < 0 minus the penetration depth
    normal            (M, 2)       unit, from A to B, in world axes
    witness_a         (M, 2)       closest or deepest point of A
    witness_b         (M, 2)       of B: witness_a + separation * normal
    point             (M, 2)       midway between the witness points
    feature_a         (M,) uint64  vertex or edge that carries the witness point, see `feature_kind`
    feature_b         (M,) uint64  the same for B
    lower_bound       (M,)         certified: the true separation is not below it
    bound_gap         (M,)         how far the two bounds found are apart
    status            (M,) uint8   a `Status` in the lower half, flags in the upper
    gjk_iterations    (M,) uint8   255: that many or more
    epa_iterations    (M,) uint8   the same
    key               (M,) uint64  stable hash of pair and features
    ================  ===========  ==========================================================================

    Points are relative to the position of body A, in world axes: `bodies.positions[pairs[:, 0]] + contacts.point` are
    theirs in the world. Arrays without a dtype here have the query's, float32 or float64. Each is a view of `records`, an
    array of structures that a query has written in place, and has its stride; `numpy.ascontiguousarray` copies one.

    `patches` and `overlaps` are PlanarPatches and PlanarOverlaps of the same pairs, or None. `seconds` is what the C++
    function took of the call that filled them.

    Args:
        records: of the dtype that `row_dtype` names. Not copied.
    """

    fields = FIELDS  # in the order of the C++ record
    __slots__ = (*fields, "patches", "overlaps", "seconds")
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
    patches: Optional[PlanarPatches]
    overlaps: Optional[PlanarOverlaps]
    seconds: float

    def __init__(
        self,
        records: npt.NDArray[Any],
        *,
        patches: Optional[PlanarPatches] = None,
        overlaps: Optional[PlanarOverlaps] = None,
    ) -> None:
        self._take_rows(records)
        for name, rows, kind in (("patches", patches, PlanarPatches), ("overlaps", overlaps, PlanarOverlaps)):
            if rows is None:
                continue
            if not isinstance(rows, kind):
                raise TypeError(f"{name} is {shown(rows)}; allowed is None or a {kind.__name__}")
            if len(rows) != len(self) or rows.dtype != self.dtype:
                raise ValueError(
                    f"{name} is {rows.dtype} of {len(rows)} pairs; allowed is {self.dtype} of {len(self)}, as records"
                )
        self.patches, self.overlaps, self.seconds = patches, overlaps, 0.0

    @classmethod
    def empty(
        cls, count: int, *, dtype: FloatDtype = np.float64, patches: bool = False, overlaps: bool = False
    ) -> PlanarContacts:
        """Room for `count` records, not initialised, with or without patches and overlaps.

        Raises TypeError for another dtype than float32 and float64 and for what is no count.
        """
        if not hasattr(count, "__index__") or count < 0:
            raise TypeError(f"count is {shown(count)}; allowed is a whole number from 0")
        return cls(
            np.empty(count, cls.row_dtype(dtype)),
            patches=PlanarPatches(np.empty(count, PlanarPatches.row_dtype(dtype))) if patches else None,
            overlaps=PlanarOverlaps(np.empty(count, PlanarOverlaps.row_dtype(dtype))) if overlaps else None,
        )

    def take(self, indices: Any) -> PlanarContacts:
        """The records at `indices`, or where a mask is true, with their patches and overlaps: copies."""

        def rows(of: Optional[Rows]) -> Any:
            return None if of is None else type(of)(np.array(of.records[indices]))  # type: ignore[call-arg]

        return PlanarContacts(np.array(self.records[indices]), patches=rows(self.patches), overlaps=rows(self.overlaps))

    def is_contact(self) -> npt.NDArray[np.bool_]:
        """(M,) bool: status is converged or touching."""
        answer: npt.NDArray[np.bool_] = (self.status & 0x0F) <= Status.TOUCHING
        return answer
