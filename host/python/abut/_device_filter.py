"""Pairs on a CUDA device that are known to be apart."""

from __future__ import annotations

from typing import Any

from . import _abut
from ._arrays import stream_pointer
from ._checks import need
from ._device import DeviceScene
from ._device_arrays import device_of_stream, need_one_device


class DevicePairFilter:
    """A `PairFilter` of a scene on a CUDA device: what queries have proved of pairs stays there from step to step.

    A step is: `scene.place`, `scene.find_pairs(candidates, count)`, `filter`, `scene.query_pairs(out, count=out_count)` with
    `lower_bound` among its fields, `learn`. Asynchronous as `DeviceScene`, whose streams it takes. 112 bytes a part, 36 a pair.

    Args:
        scene: how many parts there are.
        capacity: most candidates of a step, up to 4294967295.

    Raises CudaError as `DeviceScene`, InvalidInput for a capacity that is not allowed.
    """

    def __init__(self, scene: DeviceScene, capacity: int, *, stream: Any) -> None:
        need("scene", scene, DeviceScene)
        self._device = device_of_stream(stream)
        self._filter = _abut._DevicePairFilter(scene._scene, capacity, stream_pointer(stream), stream)
        self._used: tuple[Any, ...] = ()  # memory that `learn` looks at again

    def filter(
        self,
        scene: DeviceScene,
        candidates: Any,
        count: Any,
        out: Any,
        out_count: Any,
        *,
        alert_distance: float = 0.0,
        stream: Any,
    ) -> None:
        """Those of `candidates` (C, 2) uint32, as many as `count` (1,) uint64 says, that may be within `alert_distance`.

        `out` (K, 2) uint32 gets them in their order, `out_count` (1,) uint64 how many there are, even if more than K: those
        that did not fit are asked for again at the next step. Candidates are sorted, as `find_pairs` leaves them, and copied.
        """
        need("scene", scene, DeviceScene)
        arrays = {"candidates": candidates, "count": count, "out": out, "out_count": out_count}
        need_one_device(self._device, "the filter", stream, **arrays)
        self._filter.filter(scene._scene, candidates, count, out, out_count, alert_distance, stream_pointer(stream))
        self._used = (scene, out, out_count)

    def learn(self, lower_bounds: Any, *, stream: Any) -> None:
        """What a query at the same poses has proved of the pairs in `out`: `lower_bound` (K,), float64 or float32, any stride.

        Raises InvalidInput for another number of them and where nothing was filtered before.
        """
        need_one_device(self._device, "the filter", stream, lower_bounds=lower_bounds)
        self._filter.learn(lower_bounds, stream_pointer(stream))

    def keep(self, pairs: Any, count: Any, clearances: Any, *, stream: Any) -> None:
        """The last step's candidates into `pairs` (C, 2) uint32 and `count` (1,) uint64, their clearances into (C,) float64.

        With the bodies' poses that is all that the filter knows: what a restart file has. C is at least what the candidates
        of that step had room for.
        """
        need_one_device(self._device, "the filter", stream, pairs=pairs, count=count, clearances=clearances)
        self._filter.keep(pairs, count, clearances, stream_pointer(stream))

    def restore(self, scene: DeviceScene, pairs: Any, count: Any, clearances: Any, *, stream: Any) -> None:
        """Goes on from what `keep` has left, with the bodies of `scene` as they were at that step."""
        need("scene", scene, DeviceScene)
        need_one_device(self._device, "the filter", stream, pairs=pairs, count=count, clearances=clearances)
        self._filter.restore(scene._scene, pairs, count, clearances, stream_pointer(stream))

    def reset(self, *, stream: Any) -> None:
        """Forgets what has been proved; the memory stays."""
        need_one_device(self._device, "the filter", stream)
        self._filter.reset(stream_pointer(stream))
        self._used = ()
