"""Arrays and streams of CUDA devices: whether one can be used, and whether all are of the same one."""

from __future__ import annotations

from typing import Any, Optional

from . import _abut
from ._abut import CudaError
from ._contacts import FIELDS, Contacts

_DLPACK_CUDA = (2, 13)  # kCUDA, kCUDAManaged


class DeviceCopy:
    """What this package keeps on a CUDA device and takes like an array."""

    _device: Optional[int]  #: its number; None where the stream of the constructor did not say


def _device_of(array: Any) -> Optional[int]:
    """The number of the CUDA device that an array lies on; None where it does not say, or lies on none."""
    if isinstance(array, DeviceCopy):
        return array._device
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


def of_contacts(out: Contacts, whose: str = "out") -> dict[str, Any]:
    """The arrays of an `out` by names for `need_one_device`."""
    return {f"{whose}__{name}": array for name, array in zip(FIELDS, out.arrays()) if array is not None}


def need_cuda(name: str, array: Any) -> None:
    reason = _abut.cuda_unavailable_reason()
    if reason is None:
        return
    if not _abut._on_device(array):
        raise CudaError(f"stream is given, and CUDA cannot be used here: {reason}")
    raise CudaError(f"{name} is in memory of a CUDA device, which cannot be used here: {reason}")
