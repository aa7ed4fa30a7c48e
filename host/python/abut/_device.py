"""Shapes and bodies in memory of a CUDA device."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from . import _abut
from ._abut import BodySet, CudaError, ShapeSet
from ._arrays import FloatDtype, is_single, stream_pointer
from ._checks import need
from ._contacts import FIELDS, Contacts


_DLPACK_CUDA = (2, 13)  # kCUDA, kCUDAManaged


def _device_of(array: Any) -> Optional[int]:
    """The number of the CUDA device that an array lies on; None where it does not say, or lies on none."""
    ask = getattr(array, "__dlpack_device__", None)
    if ask is None:
        return None
    kind, number = ask()
    return int(number) if int(kind) in _DLPACK_CUDA else None


def device_of_stream(stream: Any) -> Optional[int]:
    """The same of a stream: CuPy's has `device_id`, PyTorch's `device_index`."""
    for attribute in ("device_id", "device_index"):
        value = getattr(stream, attribute, None)
        if isinstance(value, int) and value >= 0:
            return value
    return None


def need_one_device(device: Optional[int], whose: str, stream: Any, **arrays: Any) -> None:
    """TypeError where a stream or an array is of another device than the first that is known: `device`, which is `whose`."""
    found = [("stream", device_of_stream(stream)), *((name, _device_of(array)) for name, array in arrays.items())]
    for name, number in found:
        if device is None:
            device, whose = number, name
        elif number is not None and number != device:
            place = "of" if name == "stream" else "in memory of"
            raise TypeError(
                f"{name.replace('__', '.')} is {place} CUDA device {number}; allowed is device {device}, as {whose}"
            )


def of_contacts(out: Contacts) -> dict[str, Any]:
    """The arrays of an `out` by names for `need_one_device`."""
    return {f"out__{name}": array for name, array in zip(FIELDS, out.arrays()) if array is not None}


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

    def find_pairs(self, out: Any, count: Any, *, alert_distance: float = 0.0, stream: Any) -> None:
        """`find_pairs` into `out` (C, 2) uint32; `count` (1,) uint64 gets how many there are, even if more than C."""
        self._need_device(stream, out=out, count=count)
        self._scene.find_pairs(out, count, alert_distance, stream_pointer(stream))

    def query_pairs(
        self, pairs: Any, *, out: Contacts, alert_distance: float = float("inf"), stream: Any
    ) -> Contacts:
        """`query_pairs` for `pairs` (M, 2) uint32 into the arrays of `out`, of this scene's dtype."""
        need("out", out, Contacts)
        self._need_device(stream, pairs=pairs, **of_contacts(out))
        self._scene.query_pairs(pairs, out.arrays(), alert_distance, stream_pointer(stream))
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
