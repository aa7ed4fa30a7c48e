"""Surfaces of facets in memory of a CUDA device."""

from __future__ import annotations

from typing import Any

from . import _abut
from ._arrays import stream_pointer
from ._checks import need
from ._device_arrays import DeviceCopy, device_of_stream
from ._facets import FacetTrees


class DeviceFacets(DeviceCopy):
    """A copy of all surfaces of a FacetTrees that are built, on a CUDA device: for `DeviceScene.find_facet_contacts`.

    Bodies may move without another one. Where trees are built later, of other shapes or anew, it stays as it is: make another
    one. `trees.build(bodies, pairs)` has built those of all shapes that may meet. The constructor waits for its `stream` (as
    of `DeviceScene`), in whose order the memory is given back, and keeps the stream object.

    Raises:
        CudaError: as `DeviceScene`.
    """

    def __init__(self, trees: FacetTrees, *, stream: Any) -> None:
        need("trees", trees, FacetTrees)
        self._device = device_of_stream(stream)
        self._facets = _abut._DeviceFacets(trees._trees, stream_pointer(stream), stream)

    def bytes(self) -> int:
        """The device memory that it takes."""
        return self._facets.bytes()
