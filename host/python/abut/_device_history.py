"""Contact history on a CUDA device: everything lies there, and is asynchronous on the stream that a call names."""

from __future__ import annotations

from typing import Any

from . import _abut
from ._arrays import stream_pointer
from ._checks import need
from ._contacts import Contacts
from ._device_arrays import need_one_device, of_contacts


def match_pairs_on_device(
    before: Any,
    now: Any,
    *,
    out: Any,
    before_count: Any = None,
    now_count: Any = None,
    matched: Any = None,
    stream: Any,
) -> None:
    """`match_pairs` into `out` (M,) uint32: the place of each pair of `now` in `before`, NO_MATCH for what is new.

    Args:
        before, now: (L, 2) and (M, 2) uint32, C-contiguous, sorted as `DeviceScene.find_pairs` leaves them.
        out: one place for each that `now` has room for.
        before_count, now_count: None, or (1,) uint64 on the device: how many there are; a list that had too little room is
            an empty one.
        matched: None, or (1,) uint64, gets how many are not new.
        stream: a CuPy or PyTorch stream, or a cudaStream_t as an int.

    Raises TypeError or ValueError for arrays that do not fit or do not lie on the device, CudaError where none can be used.
    """
    need_one_device(
        None, "", stream, before=before, now=now, out=out, before_count=before_count, now_count=now_count, matched=matched
    )
    _abut._device_match_pairs(before, before_count, now, now_count, out, matched, stream_pointer(stream))


def match_contacts_on_device(
    before_pairs: Any,
    before: Contacts,
    now_pairs: Any,
    now: Contacts,
    *,
    out: Any,
    before_count: Any = None,
    now_count: Any = None,
    matched: Any = None,
    stream: Any,
) -> None:
    """`match_contacts` into `out` (M,) uint32: the place of each contact of `now` in `before`, NO_MATCH for what is new.

    Args:
        before_pairs, before: (L, 2) uint32, C-contiguous, in any order, and their records, with `feature_a`, `feature_b` and
            `key`, and `status` where there is one; contiguous.
        now_pairs, now: (M, 2) uint32 and their records, likewise.

    The other arguments and what is raised are as in `match_pairs_on_device`. 25 bytes a contact are taken for the call.
    """
    need("before", before, Contacts)
    need("now", now, Contacts)
    ids = [(c.feature_a, c.feature_b, c.key, c.status) for c in (before, now)]
    need_one_device(
        None, "", stream, before_pairs=before_pairs, now_pairs=now_pairs, out=out, before_count=before_count,
        now_count=now_count, matched=matched, **of_contacts(before, "before"), **of_contacts(now, "now"),
    )
    _abut._device_match_contacts(
        before_pairs, before_count, ids[0], now_pairs, now_count, ids[1], out, matched, stream_pointer(stream)
    )


def carry_on_device(places: Any, before: Any, *, out: Any, count: Any = None, stream: Any) -> None:
    """`carry`: `before[places]` into `out`, zeros for NO_MATCH.

    Args:
        places: (M,) uint32, of `match_pairs_on_device` or `match_contacts_on_device`. Places are not checked.
        before: (N,) or (N, K) of numbers, C-contiguous, rows a multiple of 4 bytes.
        out: (M,) or (M, K) of the same dtype; overlaps nothing.
        count: None, or (1,) uint64 on the device: how many places there are, none where they are more than M.
        stream: as of `match_pairs_on_device`, whose errors these are.
    """
    need_one_device(None, "", stream, places=places, before=before, out=out, count=count)
    _abut._device_carry(places, before, out, count, stream_pointer(stream))
