"""Pair queries."""

from __future__ import annotations

from typing import Any, Iterable, Optional

import numpy as np
import numpy.typing as npt

from . import _abut
from ._abut import BodySet, ShapeSet, WarmStart
from ._arrays import Doubles, FloatDtype, Floats, Pairs, count_of, is_single
from ._contacts import Contacts, check_fields


def _prepare(
    count: int, dtype: FloatDtype, fields: Optional[Iterable[str]], out: Optional[Contacts]
) -> tuple[Contacts, bool]:
    single = is_single(dtype)
    if out is None:
        return Contacts.empty(count, dtype=dtype, fields=fields), single
    if not isinstance(out, Contacts):
        raise TypeError(f"out is a {type(out).__name__}; allowed is a Contacts")
    if fields is not None:
        check_fields(fields)
        raise TypeError("fields and out are both given; allowed is one of them: out's None arrays are not written")
    return out, single


def query_pairs(
    shapes: ShapeSet,
    bodies: BodySet,
    pairs: Any,
    *,
    alert_distance: float = float("inf"),
    dtype: FloatDtype = np.float64,
    fields: Optional[Iterable[str]] = None,
    out: Optional[Contacts] = None,
    warm_start: Optional[WarmStart] = None,
    threads: int = 0,
    stream: Any = None,
) -> Contacts:
    """One record per pair: separation or depth, normal, witness points, features, certified bounds.

    Args:
        pairs: (M, 2) uint32, C-contiguous: numbers of parts, as `find_pairs` has them, in any order. Not copied.
        alert_distance: pairs that are proved to be farther apart end early with `Status.FARTHER_THAN_ALERT`; parts' own
            alert distances are added. In the scene's unit.
        dtype: float32 or float64, the precision of the query and of what it writes.
        fields: names of FIELDS; all if None. The others are None in the answer and cost nothing.
        out: `Contacts` of the caller's arrays, which are written in place and decide fields and precision: any positive
            strides, in host memory, or in a device's where `pairs` is.
        warm_start: caches of these pairs, read and written.
        threads: 0: all cores. Answers do not depend on it.
        stream: of device arrays, and then needed: a CuPy or PyTorch stream, or a cudaStream_t as an int. Shapes and
            bodies are copied to the device in each call; `DeviceScene` keeps them there.

    Returns:
        `out`, or new arrays. Normals are in world axes, points relative to the position of body A, in world axes (see
        `world_points`).

    Raises:
        InvalidInput (a ValueError): an index that is out of range, an alert distance that is negative or NaN, another
        number of caches. ValueError, TypeError: an array of another shape, dtype, layout or device. CudaError: a device
        array where CUDA cannot be used. Geometry's faults are told by `status`: nothing is raised for them, and no
        field is NaN.

    Source: GJK with Signed Volumes (Montanari 2017), EPA with certificate (van den Bergen 2001; Feng & Tan 2019).
    """
    count = count_of(pairs, "pairs")
    if stream is not None or (not isinstance(pairs, np.ndarray) and _abut._on_device(pairs)):
        return _query_on_device(shapes, bodies, pairs, alert_distance, dtype, out, warm_start, stream)
    contacts, single = _prepare(count, dtype, fields, out)
    contacts.seconds = _abut._query_pairs(
        shapes, bodies, pairs, contacts.arrays(), single, alert_distance, warm_start, threads
    )
    return contacts


def _query_on_device(
    shapes: ShapeSet,
    bodies: BodySet,
    pairs: Any,
    alert_distance: float,
    dtype: FloatDtype,
    out: Optional[Contacts],
    warm_start: Optional[WarmStart],
    stream: Any,
) -> Contacts:
    from ._device import DeviceScene
    from ._device_arrays import need_cuda, need_one_device, of_contacts

    need_one_device(None, "", stream, pairs=pairs, **({} if not isinstance(out, Contacts) else of_contacts(out)))
    need_cuda("pairs", pairs)
    if stream is None:
        raise TypeError("stream is None; allowed with arrays in memory of a CUDA device is the stream to use")
    if out is None:
        raise TypeError("out is None; allowed with arrays in memory of a CUDA device is a Contacts of such arrays")
    if warm_start is not None:
        raise TypeError("warm_start is given; allowed on a CUDA device is None")
    return DeviceScene(shapes, bodies, dtype=dtype, stream=stream).query_pairs(
        pairs, out=out, alert_distance=alert_distance, stream=stream
    )


def query_shape_pairs(
    shapes: ShapeSet,
    shape_pairs: Pairs,
    poses: Optional[Doubles] = None,
    *,
    positions: Optional[Floats] = None,
    quaternions: Optional[Floats] = None,
    alert_distance: float = float("inf"),
    dtype: FloatDtype = np.float64,
    fields: Optional[Iterable[str]] = None,
    out: Optional[Contacts] = None,
    warm_start: Optional[WarmStart] = None,
    threads: int = 0,
) -> Contacts:
    """`query_pairs` for pairs of shapes and given relative poses, B in A's frame.

    Args:
        shape_pairs: (M, 2) uint32, C-contiguous: indices of shapes. Not copied.
        poses: (M, 3, 4) float64, row i holding rotation and translation: x_a = poses[:, :, :3] @ x_b + poses[:, :, 3].
            Contiguous within a pair, any distance between pairs. Not copied. They should be rotations, which is not
            checked; a pair whose pose is not finite gets `Status.INVALID_POSE`.
        positions, quaternions: instead of `poses`: (M, 3), and (M, 4) as w x y z of any length but zero; either may be
            None (no translation, no rotation). float64 or float32, any strides. Matrices are made of them, 96 bytes a
            pair for the time of the call.

    The other arguments, what is returned and what is raised are as in `query_pairs`. Normals and points are in A's frame,
    points from its origin.
    """
    contacts, single = _prepare(count_of(shape_pairs, "shape_pairs"), dtype, fields, out)
    contacts.seconds = _abut._query_shape_pairs(
        shapes, shape_pairs, poses, positions, quaternions, contacts.arrays(), single, alert_distance, warm_start, threads
    )
    return contacts


def intersect_pairs(
    shapes: ShapeSet,
    bodies: BodySet,
    pairs: Pairs,
    *,
    dtype: FloatDtype = np.float64,
    out: Optional[npt.NDArray[np.bool_]] = None,
    threads: int = 0,
) -> npt.NDArray[np.bool_]:
    """Whether the parts of each pair have a point in common: (M,) bool.

    `pairs` (M, 2) uint32, C-contiguous. Ends as soon as that is known. Pairs that touch to within rounding intersect.
    `out`: (M,) bool or uint8, contiguous, to be written. Raises as `query_pairs`. Source: Feng & Tan 2019, Box 1.
    """
    if out is None:
        out = np.empty(count_of(pairs, "pairs"), np.bool_)
    _abut._intersect_pairs(shapes, bodies, pairs, out, is_single(dtype), threads)
    return out
