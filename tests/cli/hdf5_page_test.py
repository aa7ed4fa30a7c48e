#!/usr/bin/env python3
"""The code of docs/reference/hdf5-format.md is run, and `abut query` answers what it writes: hdf5_page_test.py ABUT PAGE"""
import os
import re
import subprocess
import sys
import tempfile

SKIPPED = 77


def main():
    abut, page = map(os.path.abspath, sys.argv[1:3])
    try:
        import h5py
        import numpy as np
    except ImportError as error:
        print(f"left out: {error}")
        return SKIPPED
    with open(page, encoding="utf-8") as text:
        code = re.search(r"```python\n(.*?)```", text.read(), re.S).group(1)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        exec(compile(code, page, "exec"), {})
        subprocess.run([abut, "query", "pairs.h5", "--out", "contacts.h5"], check=True)
        with h5py.File("pairs.h5") as pairs, h5py.File("contacts.h5") as contacts:
            shapes, pose = pairs["pairs/shapes"][:], pairs["pairs/pose"][:]
            separation, normal, status = (contacts[name][:] for name in ("separation", "normal", "status"))
            assert contacts.attrs["format"].decode() == "abut-contacts", dict(contacts.attrs)
            assert contacts.attrs["frame"].decode() == "the frame of shape A", dict(contacts.attrs)
            assert np.isinf(contacts.attrs["alert_distance"]), dict(contacts.attrs)
            assert contacts["point"].shape == (1000, 3) and contacts["key"].dtype == np.uint64
        # Two spheres of radius 0.5 are known without Abut.
        balls = np.all(shapes == 1, axis=1)
        distance = np.linalg.norm(pose[:, :, 3], axis=1)
        assert balls.sum() > 100, balls.sum()
        assert np.allclose(separation[balls], distance[balls] - 1, atol=1e-14)
        assert np.allclose(normal[balls], pose[balls, :, 3] / distance[balls, None], atol=1e-14)
        assert set(status & 15) <= {0, 1}, set(status)
    print("the page's file was answered")
    return 0


if __name__ == "__main__":
    sys.exit(main())
