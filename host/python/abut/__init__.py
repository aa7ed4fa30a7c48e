"""Abut: contact detection between bodies.

    >>> import numpy as np
    >>> import abut
    >>> shapes = abut.ShapeSet()
    >>> ball = shapes.add_sphere(0.5)
    >>> bodies = abut.BodySet()
    >>> bodies.add_many(np.full(3, ball), np.array([[0.0, 0, 0], [0.9, 0, 0], [0, 3, 0]]))
    range(0, 3)
    >>> pairs = abut.find_pairs(shapes, bodies)
    >>> abut.query_pairs(shapes, bodies, pairs).separation.round(12)
    array([-0.1])

Arrays. Batches are NumPy arrays, and any that have the buffer protocol or DLPack; they are read and written where they
lie. An array is never converted silently: another dtype, shape or layout than a function names is a TypeError or
ValueError that says what would be right. Lists, tuples and numbers stand for small float64 arrays. What a set keeps
(shapes, poses) is copied into it.

Units and frames. Lengths are in any one unit. Quaternions are w, x, y, z. Positions are in the world and in float64; points
of contacts are relative to the position of body A.

Threads. The interpreter lock is released while C++ works. Sets, finders and caches may be used by several threads: a
call that changes one waits for those that use it. Arrays may not be written by others while a call uses them.
"""

from . import _abut, _checks

_checks.explain_all(_abut)  # before any of its functions is taken

from ._abut import (
    ERROR_NAMES,
    NO_MATCH,
    BodySet,
    CudaError,
    FileError,
    InvalidInput,
    PairFilter,
    PairFinder,
    ShapeSet,
    WarmStart,
    __version__,
    cuda_unavailable_reason,
    find_cross_pairs,
    find_nearest,
    find_pairs,
    find_within,
    hdf5_available,
    match_pairs,
)
from ._contacts import (
    FIELDS,
    NORMAL_UNDEFINED,
    Contacts,
    Status,
    feature_index,
    feature_kind,
    statuses,
    world_points,
)
from ._device import DeviceScene
from ._facets import (
    NO_FACET,
    ContactFacets,
    FacetContactFinder,
    FacetContactKind,
    FacetContacts,
    FacetTrees,
    find_facet_contacts,
)
from ._files import Particles, QueryFileSummary, convert_scene, query_pair_file, read_particles, write_particle_scene
from ._history import carry, match_contacts
from ._meshes import (
    Mesh,
    MassProperties,
    MeshReport,
    PartsReport,
    Polytope,
    RepairedMesh,
    WrappedMesh,
    add_parts,
    as_mesh,
    decompose,
    entrance_block,
    examine,
    mass_properties,
    measure_parts,
    minkowski_difference,
    read_mesh,
    repair_mesh,
    weld,
    wrap_mesh,
    write_obj,
    write_parts,
)
from ._patches import Patches, find_patches
from ._queries import intersect_pairs, query_pairs, query_shape_pairs
from ._scenes import Detection, Scene, Verification, detect, read_scene, verify, write_results

__all__ = [
    "ERROR_NAMES",
    "FIELDS",
    "NORMAL_UNDEFINED",
    "NO_FACET",
    "NO_MATCH",
    "BodySet",
    "ContactFacets",
    "Contacts",
    "CudaError",
    "Detection",
    "DeviceScene",
    "FacetContactFinder",
    "FacetContactKind",
    "FacetContacts",
    "FacetTrees",
    "FileError",
    "InvalidInput",
    "Mesh",
    "MassProperties",
    "MeshReport",
    "PairFilter",
    "PairFinder",
    "PartsReport",
    "Particles",
    "Patches",
    "Polytope",
    "QueryFileSummary",
    "RepairedMesh",
    "Scene",
    "ShapeSet",
    "Status",
    "Verification",
    "WarmStart",
    "WrappedMesh",
    "__version__",
    "add_parts",
    "as_mesh",
    "carry",
    "convert_scene",
    "cuda_unavailable_reason",
    "decompose",
    "detect",
    "entrance_block",
    "examine",
    "feature_index",
    "feature_kind",
    "find_cross_pairs",
    "find_facet_contacts",
    "find_nearest",
    "find_pairs",
    "find_patches",
    "find_within",
    "hdf5_available",
    "intersect_pairs",
    "mass_properties",
    "match_contacts",
    "match_pairs",
    "measure_parts",
    "minkowski_difference",
    "query_pair_file",
    "query_pairs",
    "query_shape_pairs",
    "read_mesh",
    "read_particles",
    "read_scene",
    "repair_mesh",
    "statuses",
    "verify",
    "weld",
    "world_points",
    "wrap_mesh",
    "write_obj",
    "write_particle_scene",
    "write_parts",
    "write_results",
]
