"""Arrays in memory of a CUDA device, where there is none: mock objects with the interfaces of CuPy and PyTorch."""

import re

import numpy as np
import pytest

import abut

needs_no_cuda = pytest.mark.skipif(abut.cuda_unavailable_reason() is None, reason="a CUDA device is there")

SHAPES = abut.ShapeSet()
SHAPES.add_sphere(0.5)
BODIES = abut.BodySet()
BODIES.add_many(np.zeros(4, int), np.arange(12.0).reshape(4, 3))
PAIRS = np.array([[0, 1], [1, 2]], np.uint32)


class CudaArray:
    """As CuPy has it: memory that only a device may touch."""

    def __init__(self, shape, typestr="<u4", strides=None, read_only=False):
        self.shape = shape
        self.__cuda_array_interface__ = {
            "shape": shape, "typestr": typestr, "data": (0x7F0000000000, read_only), "strides": strides, "version": 3,
        }


class DlpackArray:
    """As a framework without the CUDA array interface has it. Nobody may ask for the memory where there is no device."""

    shape = (2, 2)

    def __init__(self, kind, number=0):
        self.kind, self.number = kind, number

    def __dlpack_device__(self):
        return (self.kind, self.number)

    def __dlpack__(self, *, stream=None):
        raise AssertionError("asked for the memory of a device that is not there")


class StreamOf:
    cuda_stream = 0

    def __init__(self, number):
        self.device_index = number


class HostDlpack:
    """Host memory by DLPack alone, as PyTorch's tensors are."""

    def __init__(self, array):
        self.array = array
        self.shape = array.shape

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)


class Stream:
    cuda_stream = 0


@needs_no_cuda
@pytest.mark.parametrize("pairs", [CudaArray((2, 2)), DlpackArray(2), DlpackArray(13)])
@pytest.mark.parametrize("options", [{}, {"stream": 0}, {"stream": Stream()}])
def test_device_pairs_are_refused_with_the_reason(pairs, options):
    reason = "pairs is in memory of a CUDA device, which cannot be used here: " + abut.cuda_unavailable_reason()
    with pytest.raises(abut.CudaError, match=re.escape(reason)):
        abut.query_pairs(SHAPES, BODIES, pairs, **options)


@needs_no_cuda
def test_a_stream_without_a_device_is_refused():
    with pytest.raises(abut.CudaError, match="stream is given, and CUDA cannot be used here"):
        abut.query_pairs(SHAPES, BODIES, PAIRS, stream=1)


@needs_no_cuda
def test_a_device_scene_and_detection_on_a_device_are_refused():
    with pytest.raises(abut.CudaError, match="needs a CUDA device"):
        abut.DeviceScene(SHAPES, BODIES, stream=0)
    with pytest.raises(abut.CudaError, match="a DevicePlanarScene needs a CUDA device"):
        abut.DevicePlanarScene(abut.PlanarShapeSet(), stream=0)
    with pytest.raises(abut.CudaError, match="a DeviceFacets needs a CUDA device"):
        abut.DeviceFacets(abut.FacetTrees(SHAPES), stream=0)
    with pytest.raises(abut.CudaError, match="CUDA"):
        abut.detect(SHAPES, BODIES, backend="cuda")


@pytest.mark.parametrize(
    "call",
    [
        lambda a: abut.match_pairs_on_device(a((2, 2)), a((2, 2)), out=a((2,)), stream=0),
        lambda a: abut.match_contacts_on_device(
            a((2, 2)), abut.Contacts(), a((2, 2)), abut.Contacts(), out=a((2,)), stream=0),
        lambda a: abut.carry_on_device(a((2,)), a((3,)), out=a((2,)), stream=0),
    ],
)
def test_history_on_a_device_wants_one(call):
    if abut.cuda_unavailable_reason() is not None:
        with pytest.raises(abut.CudaError, match=r"^(before|before_pairs|places) is in memory of a CUDA device, which cannot be used"):
            call(CudaArray)
    with pytest.raises(TypeError, match="^(before|before_pairs|places) is in host memory; allowed is memory of a CUDA device"):
        call(lambda shape: np.zeros(shape, np.uint32))


def test_history_of_the_plane_is_not_on_a_device():
    pairs, contacts = CudaArray((2, 2)), abut.PlanarContacts.empty(2)
    with pytest.raises(TypeError, match="^before is a PlanarContacts; allowed is a Contacts$"):
        abut.match_contacts_on_device(pairs, contacts, pairs, contacts, out=CudaArray((2,)), stream=0)


def test_devices_take_scenes_of_their_own_alone():
    with pytest.raises(TypeError, match="^scene is a BodySet; allowed is a DeviceScene$"):
        abut.DevicePairFilter(BODIES, 10, stream=0)
    with pytest.raises(TypeError, match="^shapes is a ShapeSet; allowed is a PlanarShapeSet$"):
        abut.DevicePlanarScene(SHAPES, stream=0)
    with pytest.raises(TypeError, match="^trees is a ShapeSet; allowed is a FacetTrees$"):
        abut.DeviceFacets(SHAPES, stream=0)
    with pytest.raises(TypeError, match="^stream is 'default'; allowed are an int"):
        abut.DeviceFacets(abut.FacetTrees(SHAPES), stream="default")


@pytest.mark.parametrize(
    "call",
    [
        lambda a: abut.query_pairs(SHAPES, BODIES, PAIRS, out=abut.Contacts(separation=a((2,), "<f8"))),
        lambda a: abut.query_shape_pairs(SHAPES, np.zeros((2, 2), np.uint32), a((2, 3, 4), "<f8")),
        lambda a: abut.intersect_pairs(SHAPES, BODIES, PAIRS, out=a((2,), "|b1")),
        lambda a: BODIES.set_poses(a((4, 3), "<f8")),
        lambda a: SHAPES.add_hull(a((8, 3), "<f4")),
        lambda a: abut.match_pairs(PAIRS, a((2, 2))),
        lambda a: abut.detect(SHAPES, BODIES, pairs=a((2, 2))),
    ],
)
def test_functions_of_host_memory_refuse_a_devices(call):
    with pytest.raises(TypeError, match="in memory of a CUDA device; allowed is host memory here"):
        call(CudaArray)


def test_dtype_and_shape_of_device_arrays_are_read():
    with pytest.raises(TypeError, match=r"positions is int64 of shape \(4, 3\) in memory of a CUDA device"):
        BODIES.set_poses(CudaArray((4, 3), "<i8"))
    with pytest.raises(ValueError, match=r"positions is float64 of shape \(9, 3\) in memory of a CUDA device"):
        BODIES.set_poses(CudaArray((9, 3), "<f8"))
    with pytest.raises(TypeError, match="float64 in the other byte order"):
        BODIES.set_poses(CudaArray((4, 3), ">f8"))
    with pytest.raises(ValueError, match="positions has a negative stride"):
        BODIES.set_poses(CudaArray((4, 3), "<f8", strides=(-24, 8)))


@pytest.mark.parametrize("interface", [{}, {"shape": 3}, {"shape": (2, 2), "typestr": "<u4", "data": "x"}, "text"])
def test_a_broken_interface_is_refused(interface):
    broken = CudaArray((2, 2))
    broken.__cuda_array_interface__ = interface
    with pytest.raises(TypeError, match="pairs.__cuda_array_interface__ is not as version 3 of it says"):
        abut.query_pairs(SHAPES, BODIES, broken)


def test_other_devices_are_refused_by_name():
    with pytest.raises(TypeError, match="pairs is in memory of a device of DLPack's kind 10; allowed are host memory and CUDA"):
        abut.query_pairs(SHAPES, BODIES, DlpackArray(10))


def test_arrays_and_streams_of_two_devices_are_refused_by_name():
    first, second = DlpackArray(2), DlpackArray(2, number=1)
    with pytest.raises(TypeError, match=r"^out.normal is in memory of CUDA device 1; allowed is device 0, as pairs$"):
        abut.query_pairs(SHAPES, BODIES, first, out=abut.Contacts(separation=first, normal=second), stream=0)
    with pytest.raises(TypeError, match="^pairs is in memory of CUDA device 1; allowed is device 0, as stream$"):
        abut.query_pairs(SHAPES, BODIES, second, stream=StreamOf(0))
    with pytest.raises(TypeError, match="^pairs is in memory of CUDA device 0; allowed is device 1, as stream$"):
        abut.query_pairs(SHAPES, BODIES, first, stream=StreamOf(1))


def test_a_scene_takes_arrays_and_streams_of_its_own_device_alone():
    scene = object.__new__(abut.DeviceScene)  # as its constructor leaves it where there is a device
    scene._device = 0
    facets, elsewhere = object.__new__(abut.DeviceFacets), object.__new__(abut.DeviceFacets)
    facets._device, elsewhere._device = 0, 1
    room = {"facet_pair_room": 1, "contact_room": 1}
    one, zero, stream = DlpackArray(2, number=1), DlpackArray(2), StreamOf(0)
    contacts = abut.Contacts(separation=zero)
    found, lost = abut.FacetContacts(zero), abut.FacetContacts(zero, kind=one)
    patches, other = (abut.Patches(area=zero, centre=None, offsets=None, points=None, gaps=gaps) for gaps in (zero, one))
    for call, name in (
        (lambda: scene.query_pairs(one, out=contacts, stream=stream), "pairs is in memory"),
        (lambda: scene.query_pairs(zero, out=abut.Contacts(key=one), stream=stream), "out.key is in memory"),
        (lambda: scene.query_shape_pairs(zero, one, out=contacts, stream=stream), "poses is in memory"),
        (lambda: scene.intersect_pairs(zero, out=one, stream=stream), "out is in memory"),
        (lambda: scene.find_pairs(zero, one, stream=stream), "count is in memory"),
        (lambda: scene.place(zero, one, stream=stream), "quaternions is in memory"),
        (lambda: scene.query_pairs(zero, out=contacts, stream=StreamOf(1)), "stream is"),
        (lambda: scene.query_pairs(zero, out=contacts, count=one, stream=stream), "count is in memory"),
        (lambda: scene.find_pairs(zero, zero, rows=one, stream=stream), "rows is in memory"),
        (lambda: scene.find_cross_pairs(scene, one, zero, stream=stream), "out is in memory"),
        (lambda: scene.find_nearest(zero, part=one, stream=stream), "part is in memory"),
        (lambda: scene.find_within(zero, one, zero, zero, stream=stream), "radius is in memory"),
        (lambda: scene.find_patches(zero, abut.Contacts(point=one), out=patches, stream=stream), "contacts.point is in memory"),
        (lambda: scene.find_patches(zero, contacts, out=patches, needed=one, stream=stream), "needed is in memory"),
        (lambda: scene.find_shape_patches(zero, one, contacts, out=patches, stream=stream), "poses is in memory"),
        (lambda: scene.find_shape_patches(zero, zero, contacts, out=other, stream=stream), "out.gaps is in memory"),
        (lambda: scene.find_facet_contacts(elsewhere, zero, out=found, **room, stream=stream), "facets is in memory"),
        (lambda: scene.find_facet_contacts(facets, one, out=found, **room, stream=stream), "pairs is in memory"),
        (lambda: scene.find_facet_contacts(facets, zero, out=lost, **room, stream=stream), "out.kind is in memory"),
        (lambda: scene.find_facet_contacts(facets, zero, out=found, **room, needed=one, stream=stream), "needed is in memory"),
        (lambda: scene.find_facet_contacts(facets, zero, out=found, **room, records=abut.Contacts(status=one), stream=stream), "records.status is in memory"),
    ):
        with pytest.raises(TypeError, match=f"^{name} of CUDA device 1; allowed is device 0, as the scene$"):
            call()


@pytest.mark.parametrize(
    "given, line",
    [
        ({"facets": abut.FacetTrees(SHAPES)}, "facets is a FacetTrees; allowed is a DeviceFacets"),
        ({"out": abut.Contacts()}, "out is a Contacts; allowed is a FacetContacts"),
        ({"records": PAIRS}, "records is a ndarray; allowed is a Contacts"),
    ],
)
def test_a_search_for_facet_contacts_takes_objects_of_its_own_alone(given, line):
    scene, facets = object.__new__(abut.DeviceScene), object.__new__(abut.DeviceFacets)
    scene._device = facets._device = None
    call = {"facets": facets, "pairs": PAIRS, "out": abut.FacetContacts(PAIRS), "facet_pair_room": 1, "contact_room": 1, **given}
    with pytest.raises(TypeError, match=f"^{line}$"):
        scene.find_facet_contacts(call.pop("facets"), call.pop("pairs"), **call, stream=0)


def test_host_memory_by_dlpack_is_used_where_it_lies():
    separation = np.zeros(2)
    abut.query_pairs(SHAPES, BODIES, HostDlpack(PAIRS), out=abut.Contacts(separation=HostDlpack(separation)))
    assert np.array_equal(separation, abut.query_pairs(SHAPES, BODIES, PAIRS).separation)


def test_a_stream_is_a_number_or_an_object_that_has_one():
    from abut._arrays import stream_pointer

    class Protocol:
        def __cuda_stream__(self):
            return (0, 42)

    assert (stream_pointer(7), stream_pointer(Stream()), stream_pointer(Protocol())) == (7, 0, 42)
    with pytest.raises(TypeError, match="stream is 'default'; allowed are an int"):
        stream_pointer("default")
