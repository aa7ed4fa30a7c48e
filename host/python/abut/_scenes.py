"""Scene files, detection, result files, and answers held against the reference."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import Any, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _abut
from ._abut import BodySet, ShapeSet
from ._arrays import Doubles, FloatDtype, Pairs, is_single
from ._checks import need, path_text, shown
from ._contacts import FIELDS, Contacts, Status, contacts_of
from ._facets import ContactFacets, FacetTrees
from ._patches import Patches

PathLike = Union[str, "os.PathLike[str]"]


@dataclass
class Scene:
    """What a scene file holds (docs/reference/scene-format.md)."""

    shapes: ShapeSet
    bodies: BodySet
    length_unit: str = ""
    shape_names: list[str] = field(default_factory=list)
    body_names: list[str] = field(default_factory=list)
    pairs: Optional[Pairs] = None  #: (M, 2) of parts; None: all that may meet
    alert_distance: float = 0.0
    precision: str = "f64"  #: "f32" or "f64"
    #: Meshes that hulls or convex parts stand for, with the volumes of both.
    hulls_of_meshes: list[dict[str, Any]] = field(default_factory=list)
    #: Of the meshes "as facets", for `detect(..., facets=...)`; None: there are none. Their shapes are the meshes' hulls.
    facet_trees: Optional[FacetTrees] = None

    @property
    def dtype(self) -> "np.dtype[Any]":
        """The scene's precision as a dtype."""
        return np.dtype(np.float32 if self.precision == "f32" else np.float64)


def read_scene(path: PathLike, *, facets: bool = False) -> Scene:
    """Reads a scene file (JSON, docs/reference/scene-format.md).

    `facets`: meshes "as facets" are read too. `Scene.facet_trees` has them then, for `detect`; their shapes alone are the
    meshes' hulls.

    Raises FileError (an OSError) or InvalidInput: one line naming file, place in it, value and what is allowed; InvalidInput
    for a mesh as facets without `facets`.
    """
    found = _abut._read_scene(path_text(path), bool(facets))
    if found["facet_trees"] is not None:
        found["facet_trees"] = FacetTrees._of(found["facet_trees"])
    return Scene(**found)


@dataclass
class Detection:
    """The contacts of a set of bodies: pairs that touch, pairs within the alert distance, and every failure."""

    candidate_pairs: int
    pairs: Pairs  #: (M, 2) of parts, one a contact, sorted
    contacts: Contacts
    status: dict[Status, int]  #: of all candidate pairs
    seconds: tuple[float, float, float]  #: of the search, of the queries, of both
    alert_distance: float = 0.0
    facets: Optional[ContactFacets] = None  #: where a mesh stands for a shape

    def __len__(self) -> int:
        return len(self.pairs)


def detect(
    shapes: ShapeSet,
    bodies: BodySet,
    *,
    alert_distance: float = 0.0,
    pairs: Optional[Pairs] = None,
    dtype: FloatDtype = np.float64,
    facets: Optional[FacetTrees] = None,
    threads: int = 0,
    backend: str = "cpu",
) -> Detection:
    """Candidate pairs, pair queries and selection in one call.

    Args:
        alert_distance: how far apart two parts may be to be reported, a length; 0: touching and overlapping pairs only.
        pairs: (M, 2) uint32, C-contiguous: candidates instead of those that `find_pairs` finds.
        dtype: float32 or float64.
        facets: trees of `shapes`, where meshes stand for some: pairs with one meet facet by facet, as `find_facet_contacts`
            has it, and may have several contacts. Trees that they lack are built.
        threads: 0: all cores.
        backend: "cpu", or "cuda" for an NVIDIA GPU, which shapes and bodies are copied to.

    Returns:
        contacts with normals in world axes, points relative to the position of body A (see `world_points`).

    Raises:
        InvalidInput: a distance that is negative or not finite, an index that is out of range, trees of another ShapeSet,
        a shape without facets that may meet a mesh. CudaError: backend "cuda" where CUDA cannot be used.
    """
    if facets is not None:
        need("facets", facets, FacetTrees)
    trees = None if facets is None else facets._trees
    found = _abut._detect(shapes, bodies, pairs, is_single(dtype), alert_distance, trees, threads, backend)
    return Detection(
        candidate_pairs=found["candidate_pairs"],
        pairs=found["pairs"],
        contacts=contacts_of(found["contacts"]),
        status={status: found["status"][status] for status in Status},
        seconds=found["seconds"],
        alert_distance=alert_distance,
        facets=None if found["facets"] is None else ContactFacets(*found["facets"]),
    )


def _need_all_fields(detection: Detection) -> None:
    need("detection", detection, Detection)
    missing = [name for name in FIELDS if getattr(detection.contacts, name) is None]
    if missing:
        raise ValueError(f"detection.contacts has no {missing[0]}; allowed are contacts with all fields")


def write_results(
    folder: PathLike,
    shapes: ShapeSet,
    bodies: BodySet,
    detection: Detection,
    *,
    facets: Optional[FacetTrees] = None,
    patches: Optional[Patches] = None,
    summary: Optional[dict[str, Any]] = None,
    surfaces: bool = False,
) -> None:
    """Writes contacts.csv, contacts.vtp, bodies.vtp, shapes.vtp, view.py and summary.json, with `patches` their two files.

    The files are those of `abut detect --out`, and appear only when all are complete. `facets`: the trees that `detect` was
    given, whose meshes shapes.vtp has. `summary`: what summary.json says;
    numbers of pairs and the status counts if None. `surfaces`: surfaces.vtp as well, the surface of every part in the
    world, which is large. Raises FileError naming path and reason, ValueError for contacts without all fields.
    """
    place = path_text(folder, "folder")
    need("shapes", shapes, ShapeSet)
    need("bodies", bodies, BodySet)
    _need_all_fields(detection)
    if facets is not None:
        need("facets", facets, FacetTrees)
    if detection.facets is not None and facets is None:
        raise ValueError("facets is None and detection has contacts between facets; allowed are the trees that detect took")
    if patches is not None:
        need("patches", patches, Patches)
    if summary is None:
        summary = {
            "bodies": len(bodies),
            "candidate_pairs": detection.candidate_pairs,
            "contacts": int(np.count_nonzero(detection.contacts.is_contact())),
            "status": {status.name.lower(): count for status, count in detection.status.items()},
        }
    if not isinstance(summary, dict):
        raise TypeError(f"summary is {shown(summary)}; allowed is None or a dict")
    try:
        text = json.dumps(summary, indent=2, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise type(error)(f"summary is no JSON: {error}; allowed are texts, finite numbers, lists and dicts") from None
    trees = None if facets is None else facets._trees
    met = None if detection.facets is None else detection.facets.arrays()
    areas = None if patches is None else patches.arrays()
    _abut._write_results(
        shapes, bodies, trees, detection.pairs, detection.contacts.arrays(), met, areas, text, place, surfaces
    )


def write_contacts_hdf5(
    path: PathLike,
    shapes: ShapeSet,
    bodies: BodySet,
    detection: Detection,
    *,
    length_unit: str = "",
    deflate: int = 0,
) -> None:
    """Writes all fields of a detection's contacts, one row each, in their order (docs/reference/hdf5-format.md).

    Args:
        path: HDF5; appears under its name when it is complete.
        shapes, bodies: those that `detect` was given.
        length_unit: an attribute of the file, as a scene has it.
        deflate: 0 for none, to 9.

    Raises FileError naming path and reason, InvalidInput for a part that is not there, a `deflate` that is not allowed and in a
    build without HDF5, ValueError for contacts without all fields.
    """
    place = path_text(path)
    need("shapes", shapes, ShapeSet)
    need("bodies", bodies, BodySet)
    _need_all_fields(detection)
    met = None if detection.facets is None else detection.facets.arrays()
    _abut._write_contacts_hdf5(
        shapes, bodies, detection.pairs, detection.contacts.arrays(), met, detection.alert_distance, length_unit, deflate,
        place,
    )


def write_grain_scene(
    path: PathLike,
    grains: PathLike,
    *,
    count: int = 1000,
    seed: int = 1,
    fraction: float = 0.5,
    concavity: float = 0.0,
) -> None:
    """Writes a scene of grains at random places and orientations in a cubic box, as `abut scene grains` does.

    Each is scaled to an equivalent-sphere radius drawn from 0.355, 0.25 and 0.175 mm with weights 7, 76 and 17. The same
    arguments give the same bytes on every machine.

    Args:
        path: the JSON file to be written; paths of meshes in it are relative to it.
        grains: a folder with their meshes (.ply, .obj, .stl, .off).
        count: of grains, from 1 to 1000000000.
        seed: of what is drawn.
        fraction: volume of the grains over volume of the box, above 0.
        concavity: 0: each grain's convex hull stands for it; from 0.0005 to 1: its convex parts, as of `decompose`.

    Raises FileError for a folder without meshes and a file that cannot be written, InvalidInput for an option that is not
    allowed and a mesh that encloses nothing.
    """
    _abut._write_grain_scene(path_text(grains, "grains"), path_text(path), count, seed, fraction, concavity)


@dataclass
class Verification:
    """Answers held against the reference, one row a pair that was checked: contacts first, then pairs without."""

    pairs: Pairs  #: (K, 2) of parts
    #: (K, 5), columns as `ERROR_NAMES`, each relative to size A + size B + |separation|; 0 for pairs without contact
    errors: Doubles
    ours: Doubles  #: (K,), separations; the alert distance for a pair without contact
    reference: Doubles  #: (K,)
    contact: npt.NDArray[np.bool_]  #: (K,), else the query took the pair for farther apart than the alert distance
    agrees: npt.NDArray[np.bool_]  #: (K,)
    certified: npt.NDArray[np.bool_]  #: (K,), whether the reference is sure of its own answer
    status: npt.NDArray[np.uint8]  #: (K,)
    reasons: list[str]  #: of disagreements
    tolerance: float  #: largest error that is no disagreement

    @property
    def ok(self) -> bool:
        """Whether all agree, and the reference is sure of all."""
        return bool(self.agrees.all() and self.certified.all())

    @property
    def max_error(self) -> float:
        """The largest of all errors."""
        return float(self.errors.max()) if self.errors.size else 0.0


def verify(
    shapes: ShapeSet,
    bodies: BodySet,
    detection: Detection,
    *,
    candidates: Optional[Pairs] = None,
    alert_distance: Optional[float] = None,
    sample: int = 0,
    seed: int = 1,
    threads: int = 0,
) -> Verification:
    """Holds a detection against the reference: another algorithm with more digits, as `abut verify` does.

    Args:
        detection: of `detect`, of these shapes and bodies as they are now. Its contacts have all fields.
        candidates: (M, 2) uint32, sorted: what was queried; those of `find_pairs` if None.
        alert_distance: the detection's if None.
        sample: contacts, and pairs without contact, to check, drawn by `seed`; 0: all.

    Raises InvalidInput for pairs that are not sorted or not there, ValueError and TypeError as `query_pairs`, ValueError
    for contacts between facets: `abut verify` has a reference for those.
    """
    need("shapes", shapes, ShapeSet)
    need("bodies", bodies, BodySet)
    _need_all_fields(detection)
    if detection.facets is not None and detection.facets.has().any():
        raise ValueError("detection has contacts between facets; allowed are contacts of hulls (`abut verify` takes both)")
    distance = detection.alert_distance if alert_distance is None else alert_distance
    if candidates is None:
        candidates = _abut.find_pairs(shapes, bodies, alert_distance=distance, threads=threads)
    found = _abut._verify(
        shapes, bodies, candidates, detection.pairs, detection.contacts.arrays(), distance, sample, seed, threads
    )
    for name in ("contact", "agrees", "certified"):
        found[name] = found[name].view(np.bool_)
    return Verification(**found)
