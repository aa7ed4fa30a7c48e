"""Contact history: what is kept of pairs and contacts from one time step to the next."""

from __future__ import annotations

from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _abut
from ._arrays import Pairs, count_of
from ._checks import need
from ._contacts import Contacts
from ._planar_contacts import PlanarContacts


AnyContacts = Union[Contacts, PlanarContacts]


def _ids(name: str, contacts: AnyContacts) -> tuple[Any, ...]:
    """What contacts are told from each other by. Columns of structures are copied together."""
    if isinstance(contacts, PlanarContacts):
        columns = (contacts.feature_a, contacts.feature_b, contacts.key, contacts.status)
        return tuple(np.ascontiguousarray(column) for column in columns)
    need(name, contacts, Contacts)
    return (contacts.feature_a, contacts.feature_b, contacts.key, contacts.status)


def match_contacts(
    before_pairs: Pairs, before: AnyContacts, now_pairs: Pairs, now: AnyContacts, *, threads: int = 0
) -> npt.NDArray[np.uint32]:
    """The place of each contact of `now` in `before`, NO_MATCH for what is new: (M,) uint32.

    Contacts are the same if pair and features are. Pairs are (M, 2) uint32 in any order; the contacts have `feature_a`,
    `feature_b` and `key`, contiguous. Where they have `status`, only converged and touching ones match. PlanarContacts have
    theirs copied, 25 bytes a contact.

    Raises ValueError or TypeError for arrays that are missing or do not fit.
    """
    return _abut._match_contacts(before_pairs, _ids("before", before), now_pairs, _ids("now", now), threads)


def carry(
    places: npt.NDArray[np.uint32], before: npt.NDArray[Any], *, out: Optional[npt.NDArray[Any]] = None, threads: int = 0
) -> npt.NDArray[Any]:
    """`before[places]`, zeros for NO_MATCH: what a solver keeps of each contact, moved along.

    `places` (M,) uint32, of `match_pairs` or `match_contacts`; `before` (N, ...) of any dtype, C-contiguous. Returns
    (M, ...) of the same dtype, or `out`, which does not overlap `before`. Raises ValueError for a place that is not
    there and for arrays that do not fit, TypeError for what is no array.
    """
    if not isinstance(before, np.ndarray) or before.ndim == 0:
        raise TypeError(f"before is a {type(before).__name__}; allowed is a NumPy array of at least one dimension")
    if before.dtype.hasobject:
        raise TypeError("before holds Python objects; allowed are numbers and structures of them")
    if not before.flags.c_contiguous:
        raise ValueError("before is not C-contiguous; allowed is what numpy.ascontiguousarray makes")
    if out is not None and not isinstance(out, np.ndarray):
        raise TypeError(f"out is a {type(out).__name__}; allowed is a NumPy array")
    count = count_of(places, "places", "(M,)")
    shape = (count, *before.shape[1:])
    if out is None:
        out = np.empty(shape, before.dtype)
    elif out.shape != shape or out.dtype != before.dtype or not out.flags.c_contiguous or not out.flags.writeable:
        raise ValueError(
            f"out is {out.dtype} of shape {out.shape}; allowed is {before.dtype} of shape {shape}, C-contiguous, writable"
        )
    elif np.may_share_memory(out, before):
        raise ValueError("out overlaps before; allowed are two arrays of their own")
    elif isinstance(places, np.ndarray) and np.may_share_memory(out, places):
        raise ValueError("out overlaps places; allowed are two arrays of their own")
    row_bytes = int(np.prod(before.shape[1:], dtype=np.int64)) * before.itemsize
    if row_bytes and count:
        old = before.reshape(-1).view(np.uint8) if before.size else np.empty(0, np.uint8)
        _abut._carry(places, old, out.reshape(-1).view(np.uint8), row_bytes, threads)
    return out
