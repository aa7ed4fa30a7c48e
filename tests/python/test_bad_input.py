"""Every kind of bad argument: one clear line that names it, says what it is and what is allowed."""

import array

import numpy as np
import pytest

import abut

SHAPES = abut.ShapeSet()
SHAPES.add_sphere(0.5)
BODIES = abut.BodySet()
BODIES.add_many(np.zeros(4, int), np.arange(12.0).reshape(4, 3))
PAIRS = np.array([[0, 1], [1, 2], [2, 3]], np.uint32)
POSES = np.tile(np.eye(3, 4), (3, 1, 1))


def query(pairs=PAIRS, **options):
    return abut.query_pairs(SHAPES, BODIES, pairs, **options)


def query_into(**arrays):
    return query(out=abut.Contacts(**arrays))


def shape_query(poses=POSES, **options):
    return abut.query_shape_pairs(SHAPES, np.zeros((3, 2), np.uint32), poses, **options)


def read_only(a):
    a.flags.writeable = False
    return a


def unaligned(count):
    return np.frombuffer(bytearray(8 * count + 1), np.uint8)[1:].view(np.float64)


CASES = {
    # pairs
    "signed pairs": (lambda: query(PAIRS.astype(np.int64)), TypeError, r"pairs is int64 of shape \(3, 2\); allowed is uint32 of shape \(N, 2\)"),
    "float pairs": (lambda: query(PAIRS.astype(float)), TypeError, r"pairs is float64 of"),
    "flat pairs": (lambda: query(PAIRS.ravel()), ValueError, r"pairs is uint32 of shape \(6,\); allowed is uint32 of shape \(N, 2\)"),
    "triples": (lambda: query(np.zeros((3, 3), np.uint32)), ValueError, r"pairs is uint32 of shape \(3, 3\)"),
    "foreign byte order": (lambda: query(PAIRS.astype(">u4")), TypeError, "pairs is uint32 in the other byte order"),
    "every second pair": (lambda: query(np.zeros((6, 2), np.uint32)[::2]), ValueError, "contiguous"),
    "reversed pairs": (lambda: query(PAIRS[::-1]), ValueError, "pairs has a negative stride; allowed are positive ones"),
    "Fortran order": (lambda: query(np.asfortranarray(PAIRS)), ValueError, "pairs is .*allowed is an array whose rows are contiguous"),
    "a list": (lambda: query(PAIRS.tolist()), TypeError, "pairs is a list; allowed is an array"),
    "None": (lambda: query(None), TypeError, "pairs is a NoneType; allowed is an array"),
    "text": (lambda: query(np.array([["a", "b"]])), TypeError, "pairs is .*allowed"),
    "dates": (lambda: query(np.zeros((3, 2), "M8[s]")), TypeError, r"pairs is an array of dtype datetime64\[s\]"),
    "objects": (lambda: query(np.zeros((3, 2), object)), TypeError, "pairs is of format 'O'"),
    "a structure": (lambda: query(np.zeros((3, 2), "u4,u4")), TypeError, "pairs is a structure"),
    "complex": (lambda: query(np.zeros((3, 2), complex)), TypeError, "pairs is complex128"),
    "no such part": (lambda: query(np.array([[0, 1], [0, 9]], np.uint32)), abut.InvalidInput, "query_pairs: pair 1 names 9; allowed is less than 4"),
    # options
    "negative alert": (lambda: query(alert_distance=-1.0), abut.InvalidInput, "alert_distance is -1; allowed is 0 or more"),
    "NaN alert": (lambda: query(alert_distance=float("nan")), abut.InvalidInput, "alert_distance is nan"),
    "infinite alert": (lambda: abut.find_pairs(SHAPES, BODIES, alert_distance=float("inf")), abut.InvalidInput, "alert_distance is inf"),
    "negative threads": (lambda: query(threads=-1), abut.InvalidInput, "threads is -1; allowed are 0"),
    "half precision": (lambda: query(dtype=np.float16), TypeError, "dtype is float16; allowed are float32 and float64"),
    "no dtype": (lambda: query(dtype="real"), TypeError, "dtype is 'real'; allowed are float32 and float64"),
    "unknown field": (lambda: query(fields=["depth"]), ValueError, "fields has 'depth'; allowed are separation, normal"),
    "one name": (lambda: query(fields="status"), TypeError, "fields is the text 'status'"),
    "fields and out": (lambda: query(fields=["bound_gap"], out=abut.Contacts()), TypeError, "fields and out are both given"),
    "other caches": (lambda: query(warm_start=abut.WarmStart(2)), abut.InvalidInput, "warm_start has 2 caches; there are 3 pairs"),
    "positional option": (lambda: abut.find_pairs(SHAPES, BODIES, 0.1), TypeError, ""),
    # out
    "out is no Contacts": (lambda: query(out=np.zeros(3)), TypeError, "out is a ndarray; allowed is a Contacts"),
    "read-only out": (lambda: query_into(separation=read_only(np.zeros(3))), ValueError, "out.separation is read-only; allowed is an array that can be written"),
    "bytes": (lambda: query_into(status=b"abc"), ValueError, "out.status is read-only"),
    "short out": (lambda: query_into(normal=np.zeros((2, 3))), ValueError, r"out.normal is float64 of shape \(2, 3\); allowed is float64 of shape \(3, 3\)"),
    "flat normals": (lambda: query_into(normal=np.zeros(3)), ValueError, "out.normal is float64 of shape"),
    "mixed precision": (lambda: query_into(separation=np.zeros(3), bound_gap=np.zeros(3, np.float32)), TypeError, r"out.bound_gap is float32 of shape \(3,\); allowed is float64 of shape \(3,\)"),
    "integer out": (lambda: query_into(separation=np.zeros(3, np.int64)), TypeError, "out.separation is int64"),
    "signed status": (lambda: query_into(status=np.zeros(3, np.int8)), TypeError, "out.status is int8 of .*; allowed is uint8"),
    "reversed out": (lambda: query_into(separation=np.zeros(3)[::-1]), ValueError, "out.separation has a negative stride"),
    "broadcast out": (lambda: query_into(separation=np.lib.stride_tricks.as_strided(np.zeros(1), (3,), (0,))), ValueError, "out.separation has elements on top of each other"),
    "packed records": (lambda: query_into(separation=np.zeros(3, "f8,u1")["f0"]), ValueError, "out.separation has a stride that is no multiple of its elements' size"),
    "unaligned out": (lambda: query_into(separation=unaligned(3)), ValueError, "out.separation is not aligned"),
    "short answers": (lambda: abut.intersect_pairs(SHAPES, BODIES, PAIRS, out=np.zeros(2, bool)), ValueError, "out is bool of shape"),
    # poses
    "float32 poses": (lambda: shape_query(POSES.astype(np.float32)), TypeError, "poses is float32 of .*; allowed is float64 of shape"),
    "square poses": (lambda: shape_query(np.tile(np.eye(4), (3, 1, 1))), ValueError, r"poses is float64 of shape \(3, 4, 4\); allowed is float64 of shape \(3, 3, 4\)"),
    "fewer poses": (lambda: shape_query(POSES[:2]), ValueError, r"poses is float64 of shape \(2, 3, 4\)"),
    "turned poses": (lambda: shape_query(np.zeros((3, 4, 3)).swapaxes(1, 2)), ValueError, "poses is .*rows are contiguous"),
    "no poses": (lambda: shape_query(None), TypeError, "poses is None; allowed is float64"),
    "poses twice": (lambda: shape_query(positions=np.zeros((3, 3))), TypeError, "poses is given with positions"),
    "fewer positions": (lambda: shape_query(None, positions=np.zeros((2, 3))), ValueError, r"positions is float64 of shape \(2, 3\)"),
    "integer positions": (lambda: shape_query(None, positions=np.zeros((3, 3), int)), TypeError, "positions is int64 of .*; allowed is float64 or float32"),
    "no such shape": (lambda: abut.query_shape_pairs(SHAPES, np.array([[0, 1]], np.uint32), POSES[:1]), abut.InvalidInput, "query_shape_pairs: pair 0 names 1; allowed is less than 1"),
    # bodies
    "quaternion without length": (lambda: BODIES.add(0, quaternion=[0, 0, 0, 0]), abut.InvalidInput, r"quaternion is \(0, 0, 0, 0\); allowed are finite numbers, and a length"),
    "NaN quaternion": (lambda: BODIES.set_poses(quaternions=np.full((4, 4), np.nan)), abut.InvalidInput, r"quaternions\[0\] is \(.*nan"),
    "skewed matrix": (lambda: BODIES.set_poses(matrices=np.tile(np.eye(3) * 1.01, (4, 1, 1))), abut.InvalidInput, r"matrices\[0\]: pose.rotation's distance from a rotation is"),
    "mirror": (lambda: BODIES.add(0, matrix=-np.eye(3)), abut.InvalidInput, "determinant is -1: a mirror image is not a rotation"),
    "NaN matrix": (lambda: BODIES.set_poses(matrices=np.full((4, 3, 3), np.nan)), abut.InvalidInput, r"matrices\[0\]: pose.rotation is .*nan"),
    "both rotations": (lambda: BODIES.add(0, quaternion=[1, 0, 0, 0], matrix=np.eye(3)), TypeError, "quaternion and matrix are both given"),
    "infinite position": (lambda: BODIES.add(0, [0, float("inf"), 0]), abut.InvalidInput, "position is inf"),
    "two numbers": (lambda: BODIES.add(0, [1, 2]), ValueError, r"position is float64 of shape \(2,\); allowed is float64 or float32 of shape \(3,\)"),
    "ragged list": (lambda: BODIES.add(0, [1, [2, 3]]), TypeError, "position is a list that is not made of numbers in even rows"),
    "fewer quaternions": (lambda: BODIES.set_poses(np.zeros((4, 3)), quaternions=np.ones((3, 4))), ValueError, r"quaternions is float64 of shape \(3, 4\); allowed is float64 or float32 of shape \(4, 4\)"),
    "more poses than bodies": (lambda: BODIES.set_poses(np.zeros((5, 3))), ValueError, r"positions is float64 of shape \(5, 3\); allowed is float64 or float32 of shape \(4, 3\)"),
    "negative shape": (lambda: BODIES.add_many([-1], [[0, 0, 0]]), abut.InvalidInput, r"shapes\[0\] is -1; allowed are numbers of shapes"),
    "real shapes": (lambda: BODIES.add_many(np.zeros(1), [[0, 0, 0]]), TypeError, "shapes is float64"),
    "no such body": (lambda: BODIES.pose(77), abut.InvalidInput, "body is 77: there are 4"),
    "negative body alert": (lambda: BODIES.add(0, alert_distance=-1.0), abut.InvalidInput, "alert_distance is -1: finite and not negative"),
    # shapes
    "negative radius": (lambda: SHAPES.add_sphere(-1.0), abut.InvalidInput, "radius is -1"),
    "NaN extent": (lambda: SHAPES.add_box([1, float("nan"), 1]), abut.InvalidInput, "nan"),
    "no vertices": (lambda: SHAPES.add_hull(np.empty((0, 3))), abut.InvalidInput, "vert"),
    "plane points": (lambda: SHAPES.add_hull(np.zeros((4, 2))), ValueError, r"vertices is float64 of shape \(4, 2\); allowed is float64 or float32 of shape \(N, 3\)"),
    "integer vertices": (lambda: SHAPES.add_hull(np.zeros((4, 3), int)), TypeError, "vertices is int64"),
    "no such shape in a sum": (lambda: SHAPES.add_minkowski_sum(0, 5), abut.InvalidInput, "5"),
    "no such shape asked": (lambda: SHAPES.vertices(5), abut.InvalidInput, "shape is 5; allowed is less than 1"),
    # the rest
    "unsorted candidates": (lambda: abut.PairFilter().filter(SHAPES, BODIES, np.array([[1, 2], [0, 1]], np.uint32)), abut.InvalidInput, "sorted|order|after"),
    "other bounds": (lambda: abut.PairFilter().learn(np.zeros(3)), abut.InvalidInput, "3"),
    "one point": (lambda: abut.find_nearest(SHAPES, BODIES, np.zeros(3)), ValueError, r"points is float64 of shape \(3,\)"),
    "negative radius of a search": (lambda: abut.find_within(SHAPES, BODIES, np.zeros((1, 3)), -1.0), abut.InvalidInput, "-1"),
    "place behind the end": (lambda: abut.carry(np.array([5], np.uint32), np.zeros(3)), abut.InvalidInput, "place 0 is 5; before has 3 elements"),
    "signed places": (lambda: abut.carry(np.array([0]), np.zeros(3)), TypeError, "places is int64"),
    "objects carried": (lambda: abut.carry(np.array([0], np.uint32), np.zeros(3, object)), TypeError, "before holds Python objects"),
    "carried onto itself": (lambda: (lambda a: abut.carry(np.array([0, 1], np.uint32), a, out=a))(np.zeros(2)), ValueError, "out overlaps before"),
    "carried into a list": (lambda: abut.carry(np.array([0], np.uint32), np.zeros(3), out=[0.0]), TypeError, "out is a list; allowed is a NumPy array"),
    "contacts without keys": (lambda: abut.match_contacts(PAIRS, abut.Contacts(), PAIRS, abut.Contacts()), TypeError, "before.feature_a is None"),
    "patches without normals": (lambda: abut.find_patches(SHAPES, BODIES, PAIRS, query(fields=["status"])), abut.InvalidInput, "find_patches: contacts"),
    "negative margin": (lambda: abut.find_patches(SHAPES, BODIES, PAIRS, query(), margin=-1.0), abut.InvalidInput, "margin is -1"),
    "two corners": (lambda: abut.find_patches(SHAPES, BODIES, PAIRS, query(), most_points=2), abut.InvalidInput, "most_points is 2"),
    "volume of a ball": (lambda: abut.find_patches(SHAPES, BODIES, PAIRS, query(), volumes=True), abut.InvalidInput, "volume|round"),
    "no backend": (lambda: abut.detect(SHAPES, BODIES, backend="gpu"), abut.InvalidInput, "backend is 'gpu'; allowed are 'cpu' and 'cuda'"),
    "no file": (lambda: abut.read_scene("/nowhere/scene.json"), abut.FileError, "/nowhere/scene.json"),
    "no mesh file": (lambda: abut.read_mesh("/nowhere/mesh.obj"), OSError, "/nowhere/mesh.obj"),
    "a number as a mesh": (lambda: abut.examine(3), TypeError, "mesh is 3; allowed are a Mesh, a path"),
    "open mesh": (lambda: abut.decompose((np.eye(3), [[0, 1, 2]]), mode="fit"), abut.InvalidInput, "clos"),
    "open solid": (lambda: abut.decompose((np.eye(3), [[0, 1, 2]]), body="solid"), abut.InvalidInput, "clos"),
    "body": (lambda: abut.decompose((np.eye(3), [[0, 1, 2]]), body="x"), abut.InvalidInput, "body is 'x'"),
    "thickness": (lambda: abut.decompose((np.eye(3), [[0, 1, 2]]), thickness=1), abut.InvalidInput, "thickness is 1"),
    "resolution": (lambda: abut.wrap_mesh((np.eye(3), [[0, 1, 2]]), resolution=2), abut.InvalidInput, "resolution is 2"),
    "mode": (lambda: abut.decompose((np.eye(3), [[0, 1, 2]]), mode="fast"), abut.InvalidInput, "mode is 'fast'; allowed are 'cover' and 'fit'"),
    "engine": (lambda: abut.decompose((np.eye(3), [[0, 1, 2]]), engine="x"), abut.InvalidInput, "engine is 'x'"),
    "too few vertices": (lambda: abut.decompose((np.eye(3), [[0, 1, 2]]), most_vertices=3), abut.InvalidInput, "3"),
    "triangle of nowhere": (lambda: abut.weld((np.eye(3), [[0, 1, 7]])), ValueError, r"mesh\[1\] names vertex 7; allowed is 0 to 2"),
    "negative corner": (lambda: abut.weld((np.eye(3), [[0, 1, -1]])), ValueError, "names vertex -1"),
    "real corners": (lambda: abut.weld((np.eye(3), [[0, 1.5, 2]])), ValueError, r"mesh\[1\] is float64"),
}


@pytest.mark.parametrize("name", CASES)
def test_is_refused_in_one_line(name):
    call, kind, pattern = CASES[name]
    with pytest.raises(kind, match=pattern or None) as caught:
        call()
    if pattern:  # else it is the interpreter's own line
        assert len(str(caught.value).splitlines()) == 1
    assert len(BODIES) == 4 and len(SHAPES) == 1


def test_the_errors_are_pythons_own_kinds():
    assert issubclass(abut.InvalidInput, ValueError)
    assert issubclass(abut.FileError, OSError)
    assert issubclass(abut.CudaError, RuntimeError)


def test_plain_buffers_are_taken_where_they_fit():
    pairs = memoryview(array.array("I", [0, 1, 1, 2])).cast("B").cast("I", (2, 2))
    assert len(query(pairs)) == 2
