"""Frameworks that have arrays on a CUDA device: how tests put arrays there and get them back."""

import ctypes
import os

import numpy as np
import pytest

import abut


class CuPy:
    def __init__(self):
        self.module = pytest.importorskip("cupy")

    def stream(self):
        return self.module.cuda.Stream(non_blocking=True)

    def array(self, stream, host):
        with stream:
            return self.module.asarray(host)

    def host(self, stream, array):
        return array.get(stream=stream)

    def wait(self):
        self.module.cuda.Device().synchronize()


class PyTorch:
    def __init__(self):
        self.module = pytest.importorskip("torch")
        if not self.module.cuda.is_available():
            pytest.skip("this PyTorch has no CUDA")

    def stream(self):
        return self.module.cuda.Stream()

    def array(self, stream, host):
        with self.module.cuda.stream(stream):
            return self.module.from_numpy(np.ascontiguousarray(host)).cuda()

    def host(self, stream, array):
        stream.synchronize()
        return array.cpu().numpy()

    def wait(self):
        self.module.cuda.synchronize()


class Dlpack(PyTorch):
    """PyTorch's tensors by DLPack alone, as frameworks without the CUDA array interface have theirs."""

    class Tensor:
        def __init__(self, tensor):
            self.tensor = tensor
            self.shape = tuple(tensor.shape)

        def __dlpack_device__(self):
            return self.tensor.__dlpack_device__()

        def __dlpack__(self, *, stream=None):
            return self.tensor.__dlpack__(stream=stream)

    def array(self, stream, host):
        return self.Tensor(super().array(stream, host))

    def host(self, stream, array):
        return super().host(stream, array.tensor)


class Cores:
    """Memory of the stand-in for the CUDA runtime, which runs kernels on cores: `ABUT_CORES_LIBRARY` is its path.

    The package has to be linked against it, as the preset `cores` does (docs/how-to/cores.md).
    """

    class Array:
        def __init__(self, cores, host):
            self.cores, self.shape, self.dtype = cores, host.shape, host.dtype
            place = ctypes.c_void_p()
            assert cores.library.cudaMalloc(ctypes.byref(place), ctypes.c_size_t(max(host.nbytes, 1))) == 0
            self.place = place.value
            if host.nbytes:
                cores.copy(self.place, host.ctypes.data, host.nbytes)
            self.__cuda_array_interface__ = {
                "shape": host.shape, "typestr": host.dtype.str, "data": (self.place, False), "strides": None, "version": 3,
            }

        def __del__(self):
            self.cores.library.cudaFree(ctypes.c_void_p(self.place))

    class Stream:
        def __init__(self, cores):
            handle = ctypes.c_void_p()
            assert cores.library.cudaStreamCreateWithFlags(ctypes.byref(handle), 1) == 0
            self.cuda_stream = handle.value

    def __init__(self):
        path = os.environ.get("ABUT_CORES_LIBRARY")
        if not path:
            pytest.skip("ABUT_CORES_LIBRARY does not name the stand-in for the CUDA runtime")
        self.library = ctypes.CDLL(path)

    def copy(self, to, source, size):
        any_way = 4  # cudaMemcpyDefault
        assert self.library.cudaMemcpy(ctypes.c_void_p(to), ctypes.c_void_p(source), ctypes.c_size_t(size), any_way) == 0

    def stream(self):
        return self.Stream(self)

    def array(self, stream, host):
        return self.Array(self, np.ascontiguousarray(host))

    def host(self, stream, array):
        assert self.library.cudaStreamSynchronize(ctypes.c_void_p(stream.cuda_stream)) == 0
        out = np.empty(array.shape, array.dtype)
        if out.nbytes:
            self.copy(out.ctypes.data, array.place, out.nbytes)
        return out

    def wait(self):
        assert self.library.cudaDeviceSynchronize() == 0


ALL = [CuPy, PyTorch, Dlpack, Cores]


def records(framework, stream, count, dtype, fields=None):
    """`Contacts` of arrays on the device, full of bytes that no record has."""
    host = abut.Contacts.empty(count, dtype=dtype, fields=fields)
    out = abut.Contacts()
    for name in abut.FIELDS:
        array = getattr(host, name)
        if array is None:
            continue
        array.view(np.uint8)[...] = 0xA5
        setattr(out, name, framework.array(stream, array))
    return out


def on_host(framework, stream, contacts):
    out = abut.Contacts()
    for name in abut.FIELDS:
        array = getattr(contacts, name)
        if array is not None:
            setattr(out, name, framework.host(stream, array))
    return out
