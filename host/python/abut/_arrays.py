"""Element types, streams and other small things that all of the package uses."""

from __future__ import annotations

from typing import Any, Union

import numpy as np
import numpy.typing as npt

from ._checks import shown

FloatDtype = Union[type[np.float32], type[np.float64], "np.dtype[Any]", str]

#: uint32, float64 and float of either precision
Pairs = npt.NDArray[np.uint32]
Doubles = npt.NDArray[np.float64]
Floats = npt.NDArray[Any]


def is_single(dtype: FloatDtype) -> bool:
    """Whether float32 is asked for; float64 is the other one that is allowed."""
    try:
        wanted = np.dtype(dtype)
    except TypeError:
        raise TypeError(f"dtype is {dtype!r}; allowed are float32 and float64") from None
    if wanted == np.dtype(np.float32):
        return True
    if wanted == np.dtype(np.float64):
        return False
    raise TypeError(f"dtype is {wanted}; allowed are float32 and float64")


def stream_pointer(stream: Any) -> int:
    """The cudaStream_t of CuPy's and PyTorch's streams, of the __cuda_stream__ protocol, or a number."""
    if isinstance(stream, int):
        if not 0 <= stream < 2**64:
            raise ValueError(f"stream is {stream}; allowed is a cudaStream_t, an int from 0 to 18446744073709551615")
        return stream
    for attribute in ("ptr", "cuda_stream", "handle"):
        value = getattr(stream, attribute, None)
        if isinstance(value, int):
            return value
    protocol = getattr(stream, "__cuda_stream__", None)
    if protocol is not None:
        return int(protocol()[1])
    raise TypeError(
        f"stream is {shown(stream)}; allowed are an int (a cudaStream_t), a CuPy or PyTorch stream, "
        "and what has __cuda_stream__"
    )


def count_of(array: Any, name: str, wanted: str = "(N, 2)") -> int:
    """How many rows an array has."""
    shape = getattr(array, "shape", None)
    if not isinstance(shape, tuple) or not shape:
        raise TypeError(f"{name} is a {type(array).__name__}; allowed is an array of shape {wanted}, as numpy.asarray makes it")
    return int(shape[0])
