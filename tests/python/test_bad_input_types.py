"""Arguments of a wrong type or in a wrong order: one line that names the public argument."""

import inspect

import numpy as np
import pytest

import abut

SHAPES = abut.ShapeSet()
SHAPES.add_sphere(0.5)
BODIES = abut.BodySet()
BODIES.add_many(np.zeros(4, int), np.arange(12.0).reshape(4, 3))
PAIRS = np.array([[0, 1], [1, 2], [2, 3]], np.uint32)
FOUND = abut.detect(SHAPES, BODIES, alert_distance=10.0)
MESH = (np.eye(3), [[0, 1, 2]])
UINT32 = "a whole number from 0 to 4294967295"


def query(pairs=PAIRS, **options):
    return abut.query_pairs(SHAPES, BODIES, pairs, **options)


class NoFile:
    def __fspath__(self):
        return b"mesh.obj"


#: what is called, the error, the whole line
CASES = {
    "alert as text": (lambda: query(alert_distance="a"), TypeError, "alert_distance is 'a'; allowed is a number"),
    "alert of a search": (lambda: abut.find_pairs(SHAPES, BODIES, alert_distance=None), TypeError, "alert_distance is None; allowed is a number"),
    "alert as array": (lambda: query(alert_distance=np.ones(1)), TypeError, "alert_distance is a ndarray; allowed is a number"),
    "half a thread": (lambda: query(threads=1.5), TypeError, "threads is 1.5; allowed is a whole number from 0 to 2147483647"),
    "no shapes": (lambda: abut.query_pairs(None, BODIES, PAIRS), TypeError, "shapes is None; allowed is a ShapeSet"),
    "swapped": (lambda: abut.query_pairs(BODIES, SHAPES, PAIRS), TypeError, "shapes is a BodySet; allowed is a ShapeSet"),
    "swapped in a search": (lambda: abut.find_pairs(BODIES, SHAPES), TypeError, "shapes is a BodySet; allowed is a ShapeSet"),
    "swapped in detect": (lambda: abut.detect(BODIES, SHAPES), TypeError, "shapes is a BodySet; allowed is a ShapeSet"),
    "swapped in a finder": (lambda: abut.PairFinder().find(BODIES, SHAPES), TypeError, "shapes is a BodySet; allowed is a ShapeSet"),
    "swapped on a device": (lambda: abut.DeviceScene(BODIES, SHAPES, stream=0), TypeError, "shapes is a BodySet; allowed is a ShapeSet"),
    "warm start": (lambda: query(warm_start=3), TypeError, "warm_start is 3; allowed is None or a WarmStart"),
    "places": (lambda: abut.WarmStart(3).carry(3), TypeError, "places is a int; allowed is an array, as numpy.asarray makes it"),
    "negative shape": (lambda: BODIES.add(-1), abut.InvalidInput, f"shape is -1; allowed is {UINT32}"),
    "real shape": (lambda: BODIES.add(0.0), TypeError, f"shape is 0.0; allowed is {UINT32}"),
    "negative body": (lambda: BODIES.pose(-1), abut.InvalidInput, f"body is -1; allowed is {UINT32}"),
    "world": (lambda: BODIES.add(0, world=2**31), abut.InvalidInput, "world is 2147483648; allowed is a whole number from -2147483648 to 2147483647"),
    "groups": (lambda: BODIES.add(0, groups=2**32), abut.InvalidInput, f"groups is 4294967296; allowed is {UINT32}"),
    "self contact": (lambda: BODIES.add(0, self_contact=1), TypeError, "self_contact is 1; allowed is True or False"),
    "radius as text": (lambda: SHAPES.add_sphere("1"), TypeError, "radius is '1'; allowed is a number"),
    "no radius": (lambda: SHAPES.add_sphere(None), TypeError, "radius is None; allowed is a number"),
    "rounding": (lambda: SHAPES.add_box([1, 1, 1], rounding="x" * 90), TypeError, "rounding is '" + "x" * 55 + " ...; allowed is a number"),
    "no argument": (lambda: SHAPES.add_sphere(), TypeError, "add_sphere: missing a required argument: 'radius'; allowed is add_sphere(radius: float)"),
    "by place": (lambda: abut.find_pairs(SHAPES, BODIES, 0.1), TypeError, "find_pairs: too many positional arguments; allowed is find_pairs(shapes: ShapeSet, bodies: BodySet, *, alert_distance: float = 0.0, threads: int = 0)"),
    "no such option": (lambda: SHAPES.add_sphere(1.0, round=1), TypeError, "add_sphere: got an unexpected keyword argument 'round'; allowed is add_sphere(radius: float)"),
    "out": (lambda: abut.DeviceScene.query_pairs(None, PAIRS, out=3, stream=0), TypeError, "out is 3; allowed is a Contacts"),
    "fields": (lambda: query(fields=3), TypeError, "fields is 3; allowed are several names, as in ('separation', 'normal')"),
    "records": (lambda: abut.Contacts.empty(-1), TypeError, "count is -1; allowed is a whole number from 0"),
    "stream": (lambda: query(stream=-1), (TypeError, ValueError, abut.CudaError), None),
    "patches of nothing": (lambda: abut.find_patches(SHAPES, BODIES, PAIRS, None), TypeError, "contacts is None; allowed is a Contacts"),
    "corners": (lambda: abut.find_patches(SHAPES, BODIES, PAIRS, query(), most_points=-1), abut.InvalidInput, f"most_points is -1; allowed is {UINT32}"),
    "matched with nothing": (lambda: abut.match_contacts(PAIRS, None, PAIRS, query()), TypeError, "before is None; allowed is a Contacts"),
    "carried nowhere": (lambda: abut.carry(None, np.zeros(3)), TypeError, "places is a NoneType; allowed is an array of shape (M,), as numpy.asarray makes it"),
    "statuses": (lambda: abut.statuses(3), TypeError, "contacts is 3; allowed is a Contacts"),
    "points of nothing": (lambda: abut.world_points(None, PAIRS, np.zeros((3, 3))), TypeError, "bodies is None; allowed is a BodySet"),
    "flat pairs of points": (lambda: abut.world_points(BODIES, PAIRS.ravel(), np.zeros((3, 3))), ValueError, "pairs is uint32 of shape (6,); allowed are integers of shape (M, 2)"),
    "points that do not fit": (lambda: abut.world_points(BODIES, PAIRS, np.zeros((1, 3))), ValueError, "points is float64 of shape (1, 3); allowed are numbers of shape (3, 3)"),
    "part of nowhere": (lambda: abut.world_points(BODIES, PAIRS + 7, np.zeros((3, 3))), ValueError, "pairs names part 9; allowed is 0 to 3"),
    "backend": (lambda: abut.detect(SHAPES, BODIES, backend=3), TypeError, "backend is 3; allowed is a str"),
    "verify nothing": (lambda: abut.verify(SHAPES, BODIES, None), TypeError, "detection is None; allowed is a Detection"),
    "verify swapped": (lambda: abut.verify(BODIES, SHAPES, FOUND), TypeError, "shapes is a BodySet; allowed is a ShapeSet"),
    "sample": (lambda: abut.verify(SHAPES, BODIES, FOUND, sample=-1), abut.InvalidInput, "sample is -1; allowed is a whole number from 0 to 18446744073709551615"),
    "seed": (lambda: abut.verify(SHAPES, BODIES, FOUND, seed="1"), TypeError, "seed is '1'; allowed is a whole number from 0 to 18446744073709551615"),
    "results swapped": (lambda: abut.write_results(SHAPES, BODIES, FOUND, "folder"), TypeError, "folder is a ShapeSet; allowed is a str or an os.PathLike"),
    "results of nothing": (lambda: abut.write_results("/nowhere", SHAPES, BODIES, None), TypeError, "detection is None; allowed is a Detection"),
    "patches as a list": (lambda: abut.write_results("/nowhere", SHAPES, BODIES, FOUND, patches=[]), TypeError, "patches is a list; allowed is a Patches"),
    "summary": (lambda: abut.write_results("/nowhere", SHAPES, BODIES, FOUND, summary={"a": np.zeros(1)}), TypeError, "summary is no JSON: Object of type ndarray is not JSON serializable; allowed are texts, finite numbers, lists and dicts"),
    "scene of bytes": (lambda: abut.read_scene(b"scene.json"), TypeError, "path is b'scene.json'; allowed is a str or an os.PathLike"),
    "mesh of bytes": (lambda: abut.read_mesh(b"mesh.obj"), TypeError, "path is b'mesh.obj'; allowed is a str or an os.PathLike"),
    "path of bytes": (lambda: abut.read_mesh(NoFile()), TypeError, "path is b'mesh.obj'; allowed is a str or an os.PathLike of one"),
    "mesh of a number": (lambda: abut.read_mesh(3), TypeError, "path is 3; allowed is a str or an os.PathLike"),
    "NUL in a path": (lambda: abut.read_mesh("a\0b"), ValueError, "path is 'a\\x00b'; allowed is a path without NUL characters"),
    "parts": (lambda: abut.decompose(MESH, most_parts=-1), abut.InvalidInput, f"most_parts is -1; allowed is {UINT32}"),
    "concavity": (lambda: abut.decompose(MESH, concavity="small"), TypeError, "concavity is 'small'; allowed is a number"),
    "mode": (lambda: abut.decompose(MESH, mode=3), TypeError, "mode is 3; allowed is a str"),
    "cuts": (lambda: abut.decompose(MESH, cuts=1), TypeError, "cuts is 1; allowed is True or False"),
    "one mesh to write": (lambda: abut.write_obj("a.obj", "b.obj"), TypeError, "meshes is 'a.obj'; allowed are several meshes, as a list"),
    "one part to measure": (lambda: abut.measure_parts(MESH, abut.as_mesh(MESH)), TypeError, "parts is a Mesh; allowed are several meshes, as a list"),
    "no parts to write": (lambda: abut.write_parts("a", MESH, None, "/nowhere"), TypeError, "parts is None; allowed are several meshes, as a list"),
    "parts to no shapes": (lambda: abut.add_parts(MESH, SHAPES), TypeError, "shapes is a tuple; allowed is a ShapeSet"),
    "uneven vertices": (lambda: abut.weld(([[0, 0, 0], [1]], [[0, 1, 2]])), ValueError, "mesh[0] is a list that is not made of numbers in even rows"),
}


@pytest.mark.parametrize("name", CASES)
def test_is_refused_in_one_line(name):
    call, kind, line = CASES[name]
    with pytest.raises(kind) as caught:
        call()
    assert line is None or str(caught.value) == line
    assert len(str(caught.value).splitlines()) == 1
    assert caught.value.__cause__ is None and caught.value.__context__ is None or caught.value.__suppress_context__
    assert len(BODIES) == 4 and len(SHAPES) == 1


def test_plain_numbers_of_any_library_are_taken():
    """What the module converts is not looked at twice."""
    shapes = abut.ShapeSet()
    assert shapes.add_sphere(np.float32(1)) == 0 and shapes.add_sphere(True) == 1
    assert query(threads=np.int64(1), alert_distance=np.float32(2)).separation.shape == (3,)


def test_functions_of_the_module_have_signatures_and_texts():
    assert list(inspect.signature(abut.find_pairs).parameters) == ["shapes", "bodies", "alert_distance", "threads"]
    assert list(inspect.signature(abut.BodySet.add).parameters)[:3] == ["self", "shape", "position"]
    assert abut.find_pairs.__doc__.startswith("All pairs of parts")
    assert abut.WarmStart.from_bytes(abut.WarmStart(3).to_bytes()).to_bytes().shape == (3, 128)  # static still
