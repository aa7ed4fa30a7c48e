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
    PlanarShapeSet,
    ShapeSet,
    WarmStart,
    __version__,
    cuda_unavailable_reason,
    find_cross_pairs,
    find_nearest,
    find_pairs,
    find_within,
    flat_shapes,
    hdf5_available,
    match_pairs,
    planar_hull,
    planar_pose,
)
from ._closed_surfaces import (
    SphericalHarmonics,
    SurfaceFit,
    box_surface,
    fit_surface,
    is_pole,
    read_spherical_harmonics,
    read_surface,
    turned_inside_out,
    write_surface,
)
from ._closest_points import ClosestPointCaches, ClosestPoints, SurfaceSet, find_closest_points
from ._complexes import SimplicialComplex, read_complex
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
from ._device_facets import DeviceFacets
from ._device_filter import DevicePairFilter
from ._device_history import carry_on_device, match_contacts_on_device, match_pairs_on_device
from ._device_planar import DevicePlanarScene
from ._facets import (
    NO_FACET,
    ContactFacets,
    FacetContactFinder,
    FacetContactKind,
    FacetContacts,
    FacetSurface,
    FacetTrees,
    find_facet_contacts,
)
from ._files import Particles, QueryFileSummary, convert_scene, query_pair_file, read_particles, write_particle_scene
from ._history import carry, match_contacts
from ._local_minima import LocalMinima, find_local_minima
from ._mass import MassProperties, PrincipalAxes, mass_properties, principal_axes, shape_mass_properties
from ._meshes import (
    Mesh,
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
    faults_of,
    is_mesh_path,
    measure_parts,
    minkowski_difference,
    read_mesh,
    repair_mesh,
    weld,
    wrap_mesh,
    write_obj,
    write_parts,
)
from ._nurbs import NurbsCurve, NurbsSurface
from ._patches import Patches, find_patches, find_shape_patches
from ._planar import (
    PlanarDifference,
    PlanarPairFinder,
    find_planar_pairs,
    planar_entrance_block,
    planar_minkowski_difference,
    query_planar_pairs,
)
from ._planar_contacts import PlanarContacts, PlanarOverlaps, PlanarPatches
from ._planar_rows import PLANAR_BODY, PlanarBodies
from ._quasi_lmds import ComplexReport, ComplexSimplices, ContactComplexes, QuasiLmds, find_quasi_lmds
from ._queries import intersect_pairs, query_pairs, query_shape_pairs
from ._scenes import (
    Detection,
    Scene,
    Verification,
    detect,
    read_scene,
    verify,
    write_contacts_hdf5,
    write_grain_scene,
    write_results,
)
from ._surface_contacts import (
    SURFACE_CONTACT_OF_B,
    ContactSurfaces,
    SurfaceContactFinder,
    SurfaceContacts,
    SurfaceSeparations,
    surface_separation,
)
from ._surfaces import (
    BezierPatches,
    CurveJet,
    KnotPositions,
    SurfaceJet,
    bezier_patches,
    clamped,
    closed_by_clamping,
    closed_by_wrapping,
    elevate_degree,
    insert_knot,
    is_closed,
    knot_positions,
    point_at,
    transformed,
    unit_circle,
)

__all__ = [
    "ERROR_NAMES",
    "FIELDS",
    "NORMAL_UNDEFINED",
    "NO_FACET",
    "NO_MATCH",
    "PLANAR_BODY",
    "SURFACE_CONTACT_OF_B",
    "BezierPatches",
    "BodySet",
    "ClosestPointCaches",
    "ClosestPoints",
    "ComplexReport",
    "ComplexSimplices",
    "ContactComplexes",
    "ContactFacets",
    "ContactSurfaces",
    "Contacts",
    "CudaError",
    "CurveJet",
    "Detection",
    "DeviceFacets",
    "DevicePairFilter",
    "DevicePlanarScene",
    "DeviceScene",
    "FacetContactFinder",
    "FacetContactKind",
    "FacetContacts",
    "FacetSurface",
    "FacetTrees",
    "FileError",
    "InvalidInput",
    "KnotPositions",
    "LocalMinima",
    "MassProperties",
    "Mesh",
    "MeshReport",
    "NurbsCurve",
    "NurbsSurface",
    "PairFilter",
    "PairFinder",
    "Particles",
    "PartsReport",
    "Patches",
    "PlanarBodies",
    "PlanarContacts",
    "PlanarDifference",
    "PlanarOverlaps",
    "PlanarPairFinder",
    "PlanarPatches",
    "PlanarShapeSet",
    "Polytope",
    "PrincipalAxes",
    "QuasiLmds",
    "QueryFileSummary",
    "RepairedMesh",
    "Scene",
    "ShapeSet",
    "SimplicialComplex",
    "SphericalHarmonics",
    "Status",
    "SurfaceContactFinder",
    "SurfaceContacts",
    "SurfaceFit",
    "SurfaceJet",
    "SurfaceSeparations",
    "SurfaceSet",
    "Verification",
    "WarmStart",
    "WrappedMesh",
    "__version__",
    "add_parts",
    "as_mesh",
    "bezier_patches",
    "box_surface",
    "carry",
    "carry_on_device",
    "clamped",
    "closed_by_clamping",
    "closed_by_wrapping",
    "convert_scene",
    "cuda_unavailable_reason",
    "decompose",
    "detect",
    "elevate_degree",
    "entrance_block",
    "examine",
    "faults_of",
    "feature_index",
    "feature_kind",
    "find_closest_points",
    "find_cross_pairs",
    "find_facet_contacts",
    "find_local_minima",
    "find_nearest",
    "find_pairs",
    "find_patches",
    "find_planar_pairs",
    "find_quasi_lmds",
    "find_shape_patches",
    "find_within",
    "fit_surface",
    "flat_shapes",
    "hdf5_available",
    "insert_knot",
    "intersect_pairs",
    "is_closed",
    "is_mesh_path",
    "is_pole",
    "knot_positions",
    "mass_properties",
    "match_contacts",
    "match_contacts_on_device",
    "match_pairs",
    "match_pairs_on_device",
    "measure_parts",
    "minkowski_difference",
    "planar_entrance_block",
    "planar_hull",
    "planar_minkowski_difference",
    "planar_pose",
    "point_at",
    "principal_axes",
    "query_pair_file",
    "query_pairs",
    "query_planar_pairs",
    "query_shape_pairs",
    "read_complex",
    "read_mesh",
    "read_particles",
    "read_scene",
    "read_spherical_harmonics",
    "read_surface",
    "repair_mesh",
    "shape_mass_properties",
    "statuses",
    "surface_separation",
    "transformed",
    "turned_inside_out",
    "unit_circle",
    "verify",
    "weld",
    "world_points",
    "wrap_mesh",
    "write_contacts_hdf5",
    "write_grain_scene",
    "write_obj",
    "write_particle_scene",
    "write_parts",
    "write_results",
    "write_surface",
]
