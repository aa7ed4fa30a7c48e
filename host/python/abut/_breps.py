"""CAD models by their exact boundaries (B-Reps): files, parts and their arrays (docs/how-to/cad.md)."""

from __future__ import annotations

import enum
import os
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _abut
from ._arrays import Doubles
from ._checks import need, path_text
from ._scenes import PathLike

#: Stands for none among numbers of faces, edges and vertices.
NO_BREP_INDEX = 0xFFFFFFFF


class BrepSurfaceKind(enum.IntEnum):
    """Of a face's surface. With O the origin, X, Y, Z the axes of `BrepFaces`, the point at (u, v) is"""

    PLANE = 0  #: O + u X + v Y
    CYLINDER = 1  #: O + radius (cos u X + sin u Y) + v Z
    CONE = 2  #: O + (radius + v sin half_angle) (cos u X + sin u Y) + v cos half_angle Z
    SPHERE = 3  #: O + radius cos v (cos u X + sin u Y) + radius sin v Z
    TORUS = 4  #: O + (radius + minor_radius cos v) (cos u X + sin u Y) + minor_radius sin v Z
    REVOLUTION = 5  #: a curve turned about Z
    EXTRUSION = 6  #: a curve moved along Z
    NURBS = 7


class BrepCurveKind(enum.IntEnum):
    """Of an edge's curve. With O the origin, X, Y, Z the axes of `BrepEdges`, the point at t is"""

    LINE = 0  #: O + t X
    CIRCLE = 1  #: O + radius (cos t X + sin t Y)
    ELLIPSE = 2  #: O + radius cos t X + minor_radius sin t Y
    NURBS = 3
    POINT = 255  #: none: a side of a face that is one point, as the tip of a cone


@dataclass(frozen=True)
class BrepFaces:
    """The F faces of a part with their surfaces: copies, in the part's frame and unit."""

    kind: npt.NDArray[np.uint8]  #: (F,): `BrepSurfaceKind`
    reversed: npt.NDArray[np.bool_]  #: (F,): the outward normal is against du x dv
    origin: Doubles  #: (F, 3): of the surface's frame; zero for NURBS
    x: Doubles  #: (F, 3): axes, unit vectors at right angles; of some files left-handed
    y: Doubles  #: (F, 3)
    z: Doubles  #: (F, 3): of cylinders, cones, tori and revolutions their axis, of planes a normal
    radius: Doubles  #: (F,): 0 where the kind has none
    minor_radius: Doubles  #: (F,): of tori
    half_angle: Doubles  #: (F,): of cones, in radians, from -pi / 2 to pi / 2
    tolerance: Doubles  #: (F,): a length

    def __len__(self) -> int:
        return len(self.kind)


@dataclass(frozen=True)
class BrepEdges:
    """The E edges of a part with their curves: copies, in the part's frame and unit."""

    kind: npt.NDArray[np.uint8]  #: (E,): `BrepCurveKind`
    origin: Doubles  #: (E, 3): of the curve's frame; zero for NURBS and points
    x: Doubles  #: (E, 3): axes
    y: Doubles  #: (E, 3)
    z: Doubles  #: (E, 3)
    radius: Doubles  #: (E,): 0 where the kind has none
    minor_radius: Doubles  #: (E,): of ellipses
    begin: Doubles  #: (E,): the parameter at the first vertex
    end: Doubles  #: (E,): at the second one, above `begin`
    vertices: npt.NDArray[np.uint32]  #: (E, 2): twice the same where it is closed
    tolerance: Doubles  #: (E,): within which faces meet it, a length

    def __len__(self) -> int:
        return len(self.kind)


@dataclass(frozen=True)
class SupermaximalFeatures:
    """Faces that lie in one untrimmed surface as one, edges on one curve between two such as one; in the order of members.

    Those of supermaximal face i are faces[face_offsets[i]] to faces[face_offsets[i + 1]], ascending; of edges likewise.
    """

    face_offsets: npt.NDArray[np.uint32]  #: (F + 1,)
    faces: npt.NDArray[np.uint32]  #: (N,): faces of the part
    face_kind: npt.NDArray[np.uint8]  #: (F,): `BrepSurfaceKind`
    edge_offsets: npt.NDArray[np.uint32]  #: (E + 1,)
    edges: npt.NDArray[np.uint32]  #: (M,): edges of the part; those inside of a supermaximal face are in none
    edge_kind: npt.NDArray[np.uint8]  #: (E,): `BrepCurveKind`
    sides: npt.NDArray[np.uint32]  #: (E, 2): its supermaximal faces; NO_BREP_INDEX beyond a border
    vertices: npt.NDArray[np.uint32]  #: (V,): vertices of the part where such edges end
    face_of: npt.NDArray[np.uint32]  #: of each face of the part, its number here
    edge_of: npt.NDArray[np.uint32]  #: of each edge; NO_BREP_INDEX where it is gone
    vertex_of: npt.NDArray[np.uint32]  #: of each vertex; likewise

    def face_count(self) -> int:
        """How many supermaximal faces there are."""
        return len(self.face_kind)

    def edge_count(self) -> int:
        """How many supermaximal edges there are."""
        return len(self.edge_kind)


class Brep:
    """A part of a CAD model: trimmed surfaces and how they meet, in its own frame. It never changes.

    Made by `read_cad` and `read_brep`: `BrepAssembly.parts`. Nothing is tessellated.
    """

    __slots__ = ("_data",)
    _data: "_abut._Brep"

    def __init__(self) -> None:
        raise TypeError("Brep cannot be made; allowed are the parts of what read_cad and read_brep give")

    @classmethod
    def _of(cls, data: "_abut._Brep") -> "Brep":
        made = cls.__new__(cls)
        object.__setattr__(made, "_data", data)
        return made

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{name} cannot be set: a Brep does not change")

    @property
    def name(self) -> str:
        """As the file has it."""
        return self._data.name()

    @property
    def counts(self) -> dict[str, int]:
        """How many `faces`, `edges`, `vertices`, `loops`, `closed_shells` and `open_shells` there are."""
        return self._data.counts()

    def faces(self) -> BrepFaces:
        """The faces, with the surfaces that they are parts of, in the order of the file."""
        found: dict[str, Any] = self._data.faces()
        found["reversed"] = found["reversed"] != 0
        return BrepFaces(**found)

    def edges(self) -> BrepEdges:
        """The edges, with the curves that they are parts of."""
        return BrepEdges(**self._data.edges())

    def vertices(self) -> Doubles:
        """(V, 3) float64: where the vertices are. A copy."""
        return self._data.vertices()

    def box_of_vertices(self) -> Doubles:
        """(2, 3) float64: the corners of the box about the vertices, as `abut info` tells it. Zeros where there are none.

        Round faces reach out of it: `ContactBrep.box` holds all of the part.
        """
        points = self.vertices()
        return np.array([points.min(axis=0), points.max(axis=0)]) if len(points) else np.zeros((2, 3))

    def __repr__(self) -> str:
        counts = self.counts
        return f"Brep {self.name!r} of {counts['faces']} faces, {counts['edges']} edges, {counts['vertices']} vertices"


@dataclass(frozen=True)
class BrepInstance:
    """A part where an assembly has it: a point p of the part is at matrix @ p + position."""

    part: int  #: into `BrepAssembly.parts`
    name: str  #: as the file names it, by way of its assemblies: "pump/cover"
    position: Doubles  #: (3,)
    matrix: Doubles  #: (3, 3), a rotation


class BrepAssembly:
    """What a CAD file holds: parts once, and where it has them. Lengths are in one unit. It never changes.

    Made by `read_cad` and `read_brep`.
    """

    __slots__ = ("_data", "_parts")
    _data: "_abut._BrepAssembly"
    _parts: tuple[Brep, ...]

    def __init__(self) -> None:
        raise TypeError("BrepAssembly cannot be made; allowed is what read_cad and read_brep give")

    @classmethod
    def _of(cls, data: "_abut._BrepAssembly") -> "BrepAssembly":
        made = cls.__new__(cls)
        object.__setattr__(made, "_data", data)
        object.__setattr__(made, "_parts", tuple(Brep._of(part) for part in data.parts()))
        return made

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{name} cannot be set: a BrepAssembly does not change")

    @property
    def parts(self) -> tuple[Brep, ...]:
        """The parts, each once."""
        return self._parts

    @property
    def instances(self) -> tuple[BrepInstance, ...]:
        """Where the parts are; a part may be in several places. Copies."""
        return tuple(BrepInstance(*one) for one in self._data.instances())

    @property
    def notes(self) -> tuple[str, ...]:
        """What could not be used, and where: "face 12 of cover: ...", counted from 1 in the file's order."""
        return self._data.notes()

    def __repr__(self) -> str:
        return f"BrepAssembly of {len(self.parts)} parts in {len(self.instances)} places, {len(self.notes)} notes"


def read_cad(path: PathLike, *, unit: float = 1e-3, time_limit: float = 600.0) -> BrepAssembly:
    """Reads a CAD file: STEP (.step, .stp), IGES (.iges, .igs) or OpenCASCADE's own (.brep), with its exact surfaces.

    What cannot be used is left out and named in `notes`; the rest works. OpenCASCADE reads it in a process of its own, the
    program `abut_cad` beside this package: a fault of it on a damaged file is an error like others.

    Args:
        path: of the file. STEP files that it names as holding its parts are read from its folder.
        unit: in metres, the one that lengths come in: 1e-3 for millimetres. The file's own unit is converted; a .brep has none
            and is taken as millimetres.
        time_limit: in seconds by the clock, after which that process is stopped; 0 and infinity are no limit.

    Raises:
        FileError (an OSError): a file that cannot be opened.
        InvalidInput (a ValueError): one line naming the file and what is wrong: a name that ends in nothing of the above, 2 GB
        or more, what is no such file, no face that can be used; the time limit reached; a unit that is not finite and above 0, a
        time limit below 0; in a build without OpenCASCADE (`cad_available`), that.
    """
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "abut_cad")
    return BrepAssembly._of(_abut._read_cad(program, path_text(path), unit, time_limit))


def read_brep(path: PathLike) -> BrepAssembly:
    """Reads what `write_brep` or `abut convert` has written, without OpenCASCADE. Lengths are as they were written.

    Raises FileError (an OSError) for a file that cannot be opened; InvalidInput: one line naming file, key, value and what is
    allowed.
    """
    return BrepAssembly._of(_abut._read_brep(path_text(path)))


def write_brep(path: PathLike, assembly: BrepAssembly) -> None:
    """Writes a model as JSON, which `read_brep` gives back to the bit. The file appears under its name when it is complete.

    Raises FileError naming path and reason; TypeError for what is no BrepAssembly.
    """
    place = path_text(path)
    need("assembly", assembly, BrepAssembly)
    _abut._write_brep(place, assembly._data)


def supermaximal_features(
    brep: Brep, *, distance: float = 1e-6, angle: float = 1e-6, turn: float = 1e-3
) -> SupermaximalFeatures:
    """The supermaximal faces and edges of a part: what contact sees of faces and edges that a file has cut up.

    Args:
        brep: a part.
        distance: how far surfaces and curves that are one may be apart anywhere in the part, over its size. From 0 to 1e-2.
        angle: between their directions, in radians. From 0 to 1e-2.
        turn: NURBS edges that go on as one turn by no more where they meet, in radians. From 0 to 1e-2.

    Raises InvalidInput for an option that is not allowed; TypeError for what is no Brep. Source: Crozet, Leon & Merlhiot,
    section 5; docs/explanation/cad-contact.md.
    """
    need("brep", brep, Brep)
    return SupermaximalFeatures(**brep._data.supermaximal(distance, angle, turn))
