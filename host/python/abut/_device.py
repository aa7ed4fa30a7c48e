"""Shapes and bodies in memory of a CUDA device."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _abut
from ._abut import BodySet, CudaError, ShapeSet
from ._arrays import FloatDtype, is_single, stream_pointer
from ._checks import need
from ._contacts import Contacts


def need_cuda(name: str, array: Any) -> None:
    reason = _abut.cuda_unavailable_reason()
    if reason is None:
        return
    if not _abut._on_device(array):
        raise CudaError(f"stream is given, and CUDA cannot be used here: {reason}")
    raise CudaError(f"{name} is in memory of a CUDA device, which cannot be used here: {reason}")


class DeviceScene:
    """Copies of shapes and bodies on a CUDA device, for pairs and records that lie there.

    Arrays are CuPy's, PyTorch's or any that have the CUDA array interface or DLPack; nothing is copied to the host.
    Every call is asynchronous on its `stream` (a CuPy or PyTorch stream, or a cudaStream_t as an int), and takes what
    workspace it needs in the order of that stream. The caller orders streams among each other, and keeps the stream of
    the constructor for as long as the scene lives. Indices are not checked on a device.

    Not yet run on a device by its authors.

    Args:
        shapes, bodies: copied as they are now.
        dtype: float32 or float64, the precision of queries.

    Raises:
        CudaError: this build has no CUDA, no device is there, or a call of CUDA's fails.
    """

    def __init__(self, shapes: ShapeSet, bodies: BodySet, *, dtype: FloatDtype = np.float64, stream: Any) -> None:
        need("shapes", shapes, ShapeSet)
        need("bodies", bodies, BodySet)
        self._scene = _abut._DeviceScene(shapes, bodies, is_single(dtype), stream_pointer(stream))

    def place(self, positions: Any, quaternions: Any, *, stream: Any) -> None:
        """Moves all bodies: `positions` (N, 3) float64, `quaternions` (N, 4) float64 or float32, any strides.

        Raises InvalidInput where a part does not lie in its body's frame.
        """
        self._scene.place(positions, quaternions, stream_pointer(stream))

    def find_pairs(self, out: Any, count: Any, *, alert_distance: float = 0.0, stream: Any) -> None:
        """`find_pairs` into `out` (C, 2) uint32; `count` (1,) uint64 gets how many there are, even if more than C."""
        self._scene.find_pairs(out, count, alert_distance, stream_pointer(stream))

    def query_pairs(
        self, pairs: Any, *, out: Contacts, alert_distance: float = float("inf"), stream: Any
    ) -> Contacts:
        """`query_pairs` for `pairs` (M, 2) uint32 into the arrays of `out`, of this scene's dtype."""
        need("out", out, Contacts)
        self._scene.query_pairs(pairs, out.arrays(), alert_distance, stream_pointer(stream))
        return out

    def query_shape_pairs(
        self, shape_pairs: Any, poses: Any, *, out: Contacts, alert_distance: float = float("inf"), stream: Any
    ) -> Contacts:
        """`query_shape_pairs` for `poses` (M, 3, 4) float64."""
        need("out", out, Contacts)
        self._scene.query_shape_pairs(shape_pairs, poses, out.arrays(), alert_distance, stream_pointer(stream))
        return out

    def intersect_pairs(self, pairs: Any, *, out: Any, stream: Any) -> Any:
        """`intersect_pairs` into `out` (M,) bool or uint8."""
        self._scene.intersect_pairs(pairs, out, stream_pointer(stream))
        return out
