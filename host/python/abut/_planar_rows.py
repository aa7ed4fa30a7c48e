"""Bodies of the plane: rows of a NumPy array of structures that C++ reads where they lie."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from . import _abut
from ._arrays import Doubles
from ._checks import shown

#: A row of `PlanarBodies`.
PLANAR_BODY: "np.dtype[Any]" = np.dtype([("shape", "u4"), ("position", "f8", 2), ("rotation", "f8", 2)], align=True)


def bytes_of(name: str, records: Any, dtype: "np.dtype[Any]") -> npt.NDArray[np.uint8]:
    """A structured array as the bytes of its rows, (N, bytes of a row), in the same memory."""
    if not isinstance(records, np.ndarray):
        raise TypeError(f"{name} is {shown(records)}; allowed is a NumPy array of structures")
    if records.dtype != dtype:
        fields = ", ".join(dtype.names or ())
        raise TypeError(f"{name} has the dtype {records.dtype}; allowed are the fields {fields} as {dtype}")
    if records.ndim != 1:
        raise ValueError(f"{name} has the shape {records.shape}; allowed is (N,)")
    if not records.flags.c_contiguous:
        raise ValueError(f"{name} has rows that do not lie one after the other; numpy.ascontiguousarray copies them")
    if records.__array_interface__["data"][0] % dtype.alignment != 0:
        raise ValueError(f"{name} is not aligned to {dtype.alignment} bytes; allowed is aligned memory")
    return np.ndarray((len(records), dtype.itemsize), np.uint8, buffer=records)


class PlanarBodies:
    """N bodies of the plane, each a shape of a PlanarShapeSet and where it is. Pairs name them by their row.

    world = rotation * local + position, where rotation is the complex number (cos, sin) of the angle, counter-clockwise.
    It is used to the bit: its length may be off 1 by 1e-6, else queries of the body end with `Status.INVALID_POSE`.

    Args:
        shapes: (N,), any integer dtype, or a list.
        positions: (N, 2), float64 or float32; the origin if None.
        rotations: (N, 2), cosine and sine; no rotation if None and `angles` is None.
        angles: (N,), in radians, instead of `rotations`.

    Raises:
        InvalidInput (a ValueError): an angle that is not finite. ValueError, TypeError: arrays of another shape or dtype.

    `records` is the array of structures PLANAR_BODY that functions read without a copy; `shapes`, `positions` and
    `rotations` are views of its columns, to be read and written. 40 bytes a body.
    """

    __slots__ = ("records",)
    records: Any

    def __init__(self, shapes: Any, positions: Any = None, *, rotations: Any = None, angles: Any = None) -> None:
        rows = _abut._planar_bodies(shapes, positions, rotations, angles)
        self.records = rows.view(PLANAR_BODY).reshape(len(rows))

    @classmethod
    def of(cls, records: npt.NDArray[Any]) -> PlanarBodies:
        """Bodies in the caller's own array (N,) of the dtype PLANAR_BODY, contiguous. Not copied."""
        bytes_of("records", records, PLANAR_BODY)
        made = cls.__new__(cls)
        made.records = records
        return made

    @property
    def shapes(self) -> npt.NDArray[np.uint32]:
        """(N,) uint32: the shape of each body."""
        column: npt.NDArray[np.uint32] = self.records["shape"]
        return column

    @shapes.setter
    def shapes(self, values: Any) -> None:
        self.records["shape"] = values

    @property
    def positions(self) -> Doubles:
        """(N, 2) float64, in the world."""
        column: Doubles = self.records["position"]
        return column

    @positions.setter
    def positions(self, values: Any) -> None:
        self.records["position"] = values

    @property
    def rotations(self) -> Doubles:
        """(N, 2) float64: cosine and sine of each angle."""
        column: Doubles = self.records["rotation"]
        return column

    @rotations.setter
    def rotations(self, values: Any) -> None:
        self.records["rotation"] = values

    def set_poses(self, positions: Any = None, *, rotations: Any = None, angles: Any = None) -> None:
        """Moves all bodies, on all cores: arrays as of the constructor, and its errors. What is not given stays.

        An angle that is not finite moves nothing.
        """
        _abut._set_planar_poses(self._bytes(), positions, rotations, angles)

    def _bytes(self) -> npt.NDArray[np.uint8]:
        """As the extension takes them."""
        return bytes_of("bodies.records", self.records, PLANAR_BODY)

    def __len__(self) -> int:
        return len(self.records)

    def __repr__(self) -> str:
        return f"PlanarBodies of {len(self)} " + ("body" if len(self) == 1 else "bodies")
