"""Mass properties of meshes, surfaces and shapes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Union

from . import _abut
from ._abut import ShapeSet
from ._closed_surfaces import SphericalHarmonics
from ._meshes import MeshLike, as_mesh
from ._nurbs import NurbsSurface


@dataclass(frozen=True)
class MassProperties:
    """Of a solid of density 1, in its own unit and frame: for another density multiply all but centre and axes by it."""

    volume: float
    centre: tuple[float, float, float]  #: of mass
    inertia: tuple[tuple[float, float, float], ...]  #: about the centre, along the axes of the frame
    moments: tuple[float, float, float]  #: about the principal axes through the centre
    axes: tuple[tuple[float, float, float], ...]  #: rows of a rotation whose columns are these axes


def mass_properties(solid: Union[MeshLike, NurbsSurface, SphericalHarmonics]) -> MassProperties:
    """Of the solid that a mesh or a closed surface encloses, or that spherical harmonics describe.

    `solid` is a mesh as of `as_mesh`, its cavities left out; a NurbsSurface, along each parameter closed or with a pole at
    both ends, u x v outwards; or SphericalHarmonics. Exact but for rounding; of a surface with weights, whose integrals are
    no polynomials, to 2^-44 of each patch's size.

    Raises InvalidInput for a mesh that is not closed or not consistently oriented, a surface that is open, a volume or a radius
    that is not positive, and weights that differ too much within a patch.

    Source: Mirtich 1996; Eberly 2002; docs/explanation/surfaces.md.
    """
    if isinstance(solid, NurbsSurface):
        return MassProperties(**_abut._surface_mass_properties(solid._data))
    if isinstance(solid, SphericalHarmonics):
        return MassProperties(**_abut._harmonics_mass_properties(solid._data))
    return MassProperties(**_abut._mass_properties(as_mesh(solid).arrays()))


def shape_mass_properties(shapes: ShapeSet, shape: int) -> MassProperties:
    """Of a box, hull, sphere, capsule, ellipsoid, cylinder or cone, in its own frame.

    Raises InvalidInput for a shape that is not there, for what has no volume, and for rounded polyhedra and curved shapes and
    Minkowski sums, which have no such form here.
    """
    return MassProperties(**_abut._shape_mass_properties(shapes, shape))


@dataclass(frozen=True)
class PrincipalAxes:
    """The moments and axes of a symmetric matrix."""

    moments: tuple[float, float, float]
    axes: tuple[tuple[float, float, float], ...]  #: rows of a rotation whose columns are the axes, right-handed


def principal_axes(inertia: Any) -> PrincipalAxes:
    """Of an inertia, (3, 3), float64 or float32: symmetric, as of several bodies together. To some roundings of its largest element.

    Raises InvalidInput for a matrix that is not finite or not symmetric, ValueError or TypeError for what is none. Source: Jacobi's
    rotations, Golub & Van Loan, 8.5.
    """
    return PrincipalAxes(*_abut._principal_axes(inertia))
