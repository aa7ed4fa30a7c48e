"""Pairs in the plane on a CUDA device."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _abut
from ._abut import PlanarShapeSet
from ._arrays import FloatDtype, is_single, stream_pointer
from ._checks import need
from ._device_arrays import device_of_stream, need_one_device


class DevicePlanarScene:
    """A copy of shapes of the plane on a CUDA device, for bodies, pairs and records that lie there.

    Candidate pairs are those of a `DeviceScene` of `flat_shapes(shapes)`, whose bodies turn about z alone. Asynchronous as
    `DeviceScene`. Bodies and records are rows of bytes, as frameworks without structures have them: a row of `PlanarBodies` is
    five numbers of float64 wide, of which the last four are position and rotation; `PlanarContacts.row_dtype` tells the columns
    of a record.

    Args:
        shapes: copied as they are now.
        dtype: float32 or float64, the precision of queries.

    Raises CudaError as `DeviceScene`.
    """

    def __init__(self, shapes: PlanarShapeSet, *, dtype: FloatDtype = np.float64, stream: Any) -> None:
        need("shapes", shapes, PlanarShapeSet)
        self._device = device_of_stream(stream)
        self._scene = _abut._DevicePlanarScene(shapes, is_single(dtype), stream_pointer(stream), stream)

    def query_planar_pairs(
        self,
        bodies: Any,
        pairs: Any,
        count: Any,
        *,
        contacts: Any = None,
        patches: Any = None,
        warm_start: Any = None,
        alert_distance: float = float("inf"),
        patch_margin: float = 0.0,
        stream: Any,
    ) -> None:
        """`query_planar_pairs` for `pairs` (M, 2) uint32, as many as `count` (1,) uint64 says; none where they are more than M.

        Args:
            bodies: (N, 40) uint8, rows of PLANAR_BODY.
            contacts: None, or (M, R) uint8, rows of `PlanarContacts.row_dtype(dtype)`, which has R bytes.
            patches: None, or (M, R) uint8, rows of `PlanarPatches.row_dtype(dtype)`.
            warm_start: None, or (M, 128) uint8, as `WarmStart.to_bytes` has caches; read and written.
            alert_distance, patch_margin: as of `query_planar_pairs`.

        Indices are not checked. Raises as `query_planar_pairs`; overlaps are found in host memory alone.
        """
        arrays = {"bodies": bodies, "pairs": pairs, "count": count, "contacts": contacts, "patches": patches}
        need_one_device(self._device, "the scene", stream, **arrays, warm_start=warm_start)
        self._scene.query_pairs(
            bodies, pairs, count, (contacts, patches), warm_start, alert_distance, patch_margin, stream_pointer(stream)
        )
