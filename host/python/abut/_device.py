"""Shapes and bodies in memory of a CUDA device."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from . import _abut
from ._abut import BodySet, ShapeSet
from ._arrays import FloatDtype, is_single, stream_pointer
from ._checks import need
from ._contacts import Contacts
from ._device_arrays import device_of_stream, need_one_device, of_contacts
from ._device_facets import DeviceFacets
from ._facets import FACET_FIELDS, FacetContacts
from ._patches import Patches


class DeviceScene:
    """Copies of shapes and bodies on a CUDA device, for pairs and records that lie there.

    Arrays are CuPy's, PyTorch's or any that have the CUDA array interface or DLPack; nothing is copied to the host.
    Every call is asynchronous on its `stream` (a CuPy or PyTorch stream, or a cudaStream_t as an int), and takes what
    workspace it needs in the order of that stream. The caller orders streams among each other. The scene keeps the stream
    object of its constructor; a bare cudaStream_t has to outlive it. Indices are not checked on a device. Where streams and arrays say which
    device they are on, all have to be on the scene's: another one is a TypeError.

    Args:
        shapes, bodies: copied as they are now.
        dtype: float32 or float64, the precision of queries.

    Raises:
        CudaError: this build has no CUDA, no device is there, or a call of CUDA's fails.
    """

    def __init__(self, shapes: ShapeSet, bodies: BodySet, *, dtype: FloatDtype = np.float64, stream: Any) -> None:
        need("shapes", shapes, ShapeSet)
        need("bodies", bodies, BodySet)
        self._device = device_of_stream(stream)
        self._scene = _abut._DeviceScene(shapes, bodies, is_single(dtype), stream_pointer(stream), stream)

    def _need_device(self, stream: Any, **arrays: Any) -> None:
        need_one_device(self._device, "the scene", stream, **arrays)

    def place(self, positions: Any, quaternions: Any, *, stream: Any) -> None:
        """Moves all bodies: `positions` (N, 3) float64, `quaternions` (N, 4) float64 or float32, any strides.

        Raises InvalidInput where a part does not lie in its body's frame.
        """
        self._need_device(stream, positions=positions, quaternions=quaternions)
        self._scene.place(positions, quaternions, stream_pointer(stream))

    def find_pairs(
        self, out: Any, count: Any, *, rows: Any = None, alert_distance: float = 0.0, refit: bool = False, stream: Any
    ) -> None:
        """`find_pairs` into `out` (C, 2) uint32; `count` (1,) uint64 gets how many there are, even if more than C.

        `rows`: None, or (P + 1,) uint64 of P parts, gets where the pairs of each part `a` begin. Where there are more pairs
        than C, `out` and `rows` hold nothing of use. `refit`: the scene keeps its tree and fits it to where bodies are now, which
        is less work than a new one and searched the slower the more they have moved; the answer is the same.
        """
        self._need_device(stream, out=out, count=count, rows=rows)
        self._scene.find_pairs(out, count, rows, alert_distance, refit, stream_pointer(stream))

    def find_cross_pairs(
        self, second: DeviceScene, out: Any, count: Any, *, rows: Any = None, alert_distance: float = 0.0, stream: Any
    ) -> None:
        """`find_cross_pairs` of this scene's parts (column 0) and those of `second` (column 1); arrays as of `find_pairs`."""
        need("second", second, DeviceScene)
        self._need_device(stream, out=out, count=count, rows=rows)
        self._scene.find_cross_pairs(second._scene, out, count, rows, alert_distance, stream_pointer(stream))

    def find_nearest(
        self, points: Any, *, part: Any = None, distance: Any = None, alert_distance: float = 0.0, stream: Any
    ) -> None:
        """`find_nearest` of `points` (N, 3) float64 into `part` (N,) uint32 and `distance` (N,) float64; either may be None."""
        self._need_device(stream, points=points, part=part, distance=distance)
        self._scene.find_nearest(points, part, distance, alert_distance, stream_pointer(stream))

    def find_within(
        self,
        points: Any,
        radius: Any,
        out: Any,
        count: Any,
        *,
        rows: Any = None,
        alert_distance: float = 0.0,
        stream: Any,
    ) -> None:
        """`find_within` of `points` (N, 3) float64 into `out` (C, 2) uint32 of point and part; arrays as of `find_pairs`.

        `radius`: a number, or (N,) float64 on the device, of which one that is negative or NaN gives its point no parts.
        `rows`: None, or (N + 1,) uint64, gets where those of each point begin.
        """
        self._need_device(stream, points=points, radius=radius, out=out, count=count, rows=rows)
        one = isinstance(radius, (int, float, np.integer, np.floating))
        self._scene.find_within(
            points, float(radius) if one else 0.0, None if one else radius, out, count, rows, alert_distance,
            stream_pointer(stream),
        )

    def query_pairs(
        self, pairs: Any, *, out: Contacts, count: Any = None, alert_distance: float = float("inf"), stream: Any
    ) -> Contacts:
        """`query_pairs` for `pairs` (M, 2) uint32 into the arrays of `out`, of this scene's dtype.

        `count`: None, or (1,) uint64 on the device: only so many pairs are answered, as `find_pairs` has left them, and none
        where they are more than M.
        """
        need("out", out, Contacts)
        self._need_device(stream, pairs=pairs, count=count, **of_contacts(out))
        self._scene.query_pairs(pairs, count, out.arrays(), alert_distance, stream_pointer(stream))
        return out

    def query_shape_pairs(
        self, shape_pairs: Any, poses: Any, *, out: Contacts, alert_distance: float = float("inf"), stream: Any
    ) -> Contacts:
        """`query_shape_pairs` for `poses` (M, 3, 4) float64."""
        need("out", out, Contacts)
        self._need_device(stream, shape_pairs=shape_pairs, poses=poses, **of_contacts(out))
        self._scene.query_shape_pairs(shape_pairs, poses, out.arrays(), alert_distance, stream_pointer(stream))
        return out

    def intersect_pairs(self, pairs: Any, *, out: Any, stream: Any) -> Any:
        """`intersect_pairs` into `out` (M,) bool or uint8."""
        self._need_device(stream, pairs=pairs, out=out)
        self._scene.intersect_pairs(pairs, out, stream_pointer(stream))
        return out

    def find_patches(
        self,
        pairs: Any,
        contacts: Contacts,
        *,
        out: Patches,
        count: Any = None,
        needed: Any = None,
        unanswered: Any = None,
        margin: float = 0.0,
        most_points: int = 0,
        move_points: bool = False,
        capacity: int = 1024,
        stream: Any,
    ) -> Patches:
        """`find_patches` for `pairs` (M, 2) uint32 and their `contacts` into the arrays of `out`, of this scene's dtype.

        Any of `out`'s arrays may be None; `points` and `gaps` have room for any number of corners and want `offsets`.

        Args:
            count: as of `query_pairs`.
            needed: None, or (1,) uint64, gets how many corners there are; where there is room for fewer, none is written.
            unanswered: None, or (1,) uint64, gets how many pairs `capacity` was too small for; they have NaN and no corners.
            margin, most_points, move_points: as of `find_patches`.
            capacity: corners, facets or edges that the search for one patch may hold, from 24 to 65536.

        Shapes without a volume get NaN for it. Raises as `find_patches`.
        """
        need("contacts", contacts, Contacts)
        need("out", out, Patches)
        arrays = (*_of_patches(out), needed, unanswered)
        self._need_device(stream, pairs=pairs, count=count, **_named_patches(arrays), **of_contacts(contacts, "contacts"))
        self._scene.find_patches(
            pairs, count, contacts.arrays(), arrays, margin, most_points, move_points, capacity, stream_pointer(stream)
        )
        return out

    def find_shape_patches(
        self,
        shape_pairs: Any,
        poses: Any,
        contacts: Contacts,
        *,
        out: Patches,
        needed: Any = None,
        unanswered: Any = None,
        margin: float = 0.0,
        most_points: int = 0,
        move_points: bool = False,
        capacity: int = 1024,
        stream: Any,
    ) -> Patches:
        """`find_patches` for pairs of shapes and `poses` (M, 3, 4) float64, as `query_shape_pairs` has them."""
        need("contacts", contacts, Contacts)
        need("out", out, Patches)
        arrays = (*_of_patches(out), needed, unanswered)
        self._need_device(
            stream, shape_pairs=shape_pairs, poses=poses, **_named_patches(arrays), **of_contacts(contacts, "contacts")
        )
        self._scene.find_shape_patches(
            shape_pairs, poses, contacts.arrays(), arrays, margin, most_points, move_points, capacity, stream_pointer(stream)
        )
        return out

    def find_facet_contacts(
        self,
        facets: DeviceFacets,
        pairs: Any,
        *,
        out: FacetContacts,
        facet_pair_room: int,
        contact_room: int,
        count: Any = None,
        records: Optional[Contacts] = None,
        needed: Any = None,
        room_needed: Any = None,
        alert_distance: float = 0.0,
        contacts: bool = True,
        cone_tolerance: float = 1e-6,
        join_parts: bool = True,
        stream: Any,
    ) -> FacetContacts:
        """`find_facet_contacts` for `pairs` (M, 2) uint32 into the arrays of `out`, of this scene's dtype, any strides.

        Of `out`, `offsets` (M + 1,) uint64 is needed and contiguous; the others have room for K contacts, and any may be None.
        Rows that no contact is written into stay as they are; offsets[M] contacts are there.

        Args:
            facets: of trees of this scene's shapes, as they were when it was made. A shape that was not built has no contacts.
            facet_pair_room, contact_room: how many pairs of facets that are near, and contacts of these, the search may hold,
                up to 4294967295: 70 and 170 bytes each for the time of the call, and 1,100 a pair of parts. A contact of
                features is met several times before it is told once. Some 64 of both for each of the M pairs to begin with.
            count: as of `query_pairs`.
            records: None, or what `query_pairs` has written of the pairs, on the device, of this scene's dtype.
            needed: None, or (1,) uint64, gets how many contacts there are: where that is more than K none is written, and
                where the search had too little room it is 2^64 - 1, and offsets are 0.
            room_needed: None, or (2,) uint64, gets the `facet_pair_room` and `contact_room` that would have done, the second
                only where the first has.
            alert_distance, contacts, cone_tolerance, join_parts: as of `find_facet_contacts`.

        Raises InvalidInput for facets of another ShapeSet, options that are not allowed, arrays that lie on each other and
        records that lack an array; TypeError or ValueError for an array of another place, shape, dtype or layout.
        """
        need("facets", facets, DeviceFacets)
        need("out", out, FacetContacts)
        if records is not None:
            need("records", records, Contacts)
        named = {f"out__{name}": array for name, array in zip(FACET_FIELDS, out.arrays())}
        of_records = {} if records is None else of_contacts(records, "records")
        self._need_device(
            stream, facets=facets, pairs=pairs, count=count, needed=needed, room_needed=room_needed, **named, **of_records
        )
        self._scene.find_facet_contacts(
            facets._facets, pairs, count, None if records is None else records.arrays(), (*out.arrays(), needed, room_needed),
            facet_pair_room, contact_room, alert_distance, contacts, cone_tolerance, join_parts, stream_pointer(stream),
        )
        return out


_PATCH_ARRAYS = (
    "area", "centre", "offsets", "points", "gaps", "volume", "volume_centre", "volume_normal", "volume_moment",
)


def _of_patches(out: Patches) -> tuple[Any, ...]:
    return tuple(getattr(out, name) for name in _PATCH_ARRAYS)


def _named_patches(arrays: tuple[Any, ...]) -> dict[str, Any]:
    names = (*(f"out__{name}" for name in _PATCH_ARRAYS), "needed", "unanswered")
    return dict(zip(names, arrays))
