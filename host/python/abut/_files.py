"""HDF5 files, and lists of particles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Iterable, Optional

import numpy as np
import numpy.typing as npt

from . import _abut
from ._arrays import Doubles, FloatDtype, is_single
from ._checks import path_text, several, shown
from ._contacts import Status
from ._scenes import PathLike


def convert_scene(source: PathLike, target: PathLike, *, deflate: int = 0) -> int:
    """Reads a scene, JSON or HDF5, which its content tells, and writes it: HDF5 where `target` ends in .h5 or .hdf5, else JSON.

    Every number keeps its bits. `deflate`: 0 for none, to 9. Returns how many meshes there are that hulls or parts stand
    for, of which the vertices were written. Raises FileError, or InvalidInput naming file, place, value and what is allowed,
    where the build has no HDF5, and for pairs that JSON cannot hold (docs/reference/hdf5-format.md).
    """
    return _abut._convert_scene(path_text(source, "source"), path_text(target, "target"), deflate)


@dataclass(frozen=True)
class QueryFileSummary:
    """What `query_pair_file` did."""

    pairs: int
    precision: str  #: "f32" or "f64"
    alert_distance: float
    status: dict[Status, int]  #: how many pairs ended so
    fields: tuple[str, ...]  #: datasets that were written
    #: prepare, read, write, query, waited, disk, total: pieces are read and written while others are queried, so these may
    #: add up to more than the total
    seconds: dict[str, float]


def query_pair_file(
    source: PathLike,
    target: PathLike,
    *,
    dtype: Optional[FloatDtype] = None,
    alert_distance: Optional[float] = None,
    fields: Optional[Iterable[str]] = None,
    deflate: int = 0,
    piece: int = 65536,
    threads: int = 0,
    progress: Optional[Callable[[int, int], Any]] = None,
) -> QueryFileSummary:
    """Answers every pair of a file in another file, one row a pair, in their order: files may be larger than memory.

    Args:
        source: HDF5 with pairs (docs/reference/hdf5-format.md), or a JSON scene with pairs.
        target: HDF5; appears under its name when it is complete.
        dtype: float32 or float64; the file's if None, else float64.
        alert_distance: the file's if None, else infinity: all pairs get their separation. In the file's unit.
        fields: names of datasets; all that there are for these pairs if None.
        deflate: 0 for none, to 9.
        piece: how many pairs are read, queried and written at a time.
        threads: 0: all cores.
        progress: called after each piece with how many pairs are done, of how many. What it raises ends the work.

    Raises FileError, or InvalidInput naming file, dataset, place, value and what is allowed.
    """
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is {shown(progress)}; allowed is None or a function of two numbers")
    precision = "" if dtype is None else "f32" if is_single(dtype) else "f64"
    names = [] if fields is None else _texts("fields", fields)
    found = _abut._query_pair_file(
        path_text(source, "source"), path_text(target, "target"), precision, alert_distance, names, deflate, piece,
        threads, progress,
    )
    found["status"] = {status: found["status"][status] for status in Status}
    found["fields"] = tuple(found["fields"])
    return QueryFileSummary(**found)


def _texts(name: str, values: Iterable[str]) -> list[str]:
    texts = several(name, values, "names")
    for text in texts:
        if not isinstance(text, str):
            raise TypeError(f"{name} has {shown(text)}; allowed are several names, as a list")
    return texts


@dataclass
class Particles:
    """A list of N particles, as arrays."""

    positions: Doubles  #: (N, 3)
    quaternions: Doubles  #: (N, 4), w x y z as they stand in the file; 1 0 0 0 where it has none
    radii: Doubles  #: (N,), 0 where there is no column
    ids: Optional[npt.NDArray[np.uint64]]  #: (N,), None where there is no column
    shapes: list[str]  #: the words of the shape column, empty where there is none
    unused_columns: list[str]  #: which the list has and a scene has no place for
    oriented: bool  #: whether there are quaternions
    #: a dump whose box is periodic: Abut has no periodic images, contacts across its faces are not found
    periodic: bool

    def __len__(self) -> int:
        return len(self.positions)


def read_particles(
    path: PathLike,
    *,
    quaternion: str = "by_name",
    quaternion_columns: Iterable[str] = (),
    frame: Optional[int] = None,
) -> Particles:
    """Reads a list of particles as DEM codes write it: text with one particle a line (docs/how-to/particles.md).

    Args:
        path: of a table, or a LAMMPS dump.
        quaternion: "wxyz" or "xyzw", the order of columns whose names only count; "by_name": their names say it.
        quaternion_columns: the four columns in the file's order, where they have names of their own, as c_q[1].
        frame: which snapshot of a dump, from 0; None: the only one, and a second one is an error.

    Raises FileError, or InvalidInput naming file, line, column, value and what is allowed.
    """
    columns = _texts("quaternion_columns", quaternion_columns)
    return Particles(**_abut._read_particles(path_text(path), quaternion, columns, frame))


def write_particle_scene(
    path: PathLike,
    scene: PathLike,
    *,
    shapes: Optional[PathLike] = None,
    first_shape: int = 1,
    alert_distance: float = 0.0,
    quaternion: str = "by_name",
    quaternion_columns: Iterable[str] = (),
    frame: Optional[int] = None,
) -> int:
    """Writes the particles of a list as the bodies of a scene file, and returns how many; the list is read in pieces.

    Args:
        path: the list.
        scene: the JSON file to be written.
        shapes: a JSON file with the key "shapes" as a scene has it: a particle's shape is the one of its word or number.
            Without it the particles are balls, by their radius column.
        first_shape: number of the first shape; atom types count from 1.
        alert_distance: of the scene, in the list's unit.
        quaternion, quaternion_columns, frame: as of `read_particles`.

    Raises FileError and InvalidInput as `read_particles`, also for what is wrong in the file of shapes.
    """
    given = "" if shapes is None else path_text(shapes, "shapes")
    columns = _texts("quaternion_columns", quaternion_columns)
    found = _abut._write_particle_scene(
        path_text(path), path_text(scene, "scene"), given, first_shape, alert_distance, quaternion, columns, frame
    )
    return int(found["particles"])
