#!/usr/bin/env python3
"""Keeps the direction of includes (docs/explanation/architecture.md): include_direction.py ROOT

A public header may include its own folder and those before it. Kernels and public headers know nothing of the host,
and the reference, which checks the fast path, reaches none of it, not even through another header. In host/ the
reference is included by what checks with it alone: a library that rests on it would be checked by itself.
"""
import re
import sys
from pathlib import Path

ORDER = ["core", "shapes", "bodies", "bvh", "pairs", "narrow", "contacts", "facets", "planar", "surface", "complex", "brep", "deform", "exec", "c"]
HOST_LIBRARIES = ("Eigen/", "boost/", "tbb/", "oneapi/", "libqhull_r/", "nlohmann/", "CLI/", "zlib.h")
REFERENCE_USERS = ("cli", "reference", "torture", "verify")  # folders of host/
SUFFIXES = {".h", ".cuh", ".cpp", ".cu"}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')


def sources(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in SUFFIXES) if folder.is_dir() else []


def includes(path):
    """(line number, what is included) of a file."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1)


def rank(parts):
    """Place of a public header in the order, given its path below include/abut/; the batch API is last."""
    if len(parts) == 1:
        return len(ORDER)
    return ORDER.index(parts[0]) if parts[0] in ORDER else None


def public_header_fault(parts, target):
    if target.startswith(("host/", "kernels/")):
        return "a public header knows nothing of host/ and kernels/"
    if target.startswith(HOST_LIBRARIES):
        return "a public header needs no third-party library"
    own = rank(parts)
    if own is None:
        return f"folder {parts[0]}/ has no place in the order yet: add it to ORDER in {Path(__file__).name}"
    if target.startswith("abut/"):
        other = rank(target.split("/")[1:])
        if other is None or other > own:
            return "it comes later in " + " <- ".join(ORDER) + " <- batch API"
    return None


def kernel_fault(target):
    if target.startswith("host/"):
        return "kernels/ knows nothing of host/"
    if target.startswith(HOST_LIBRARIES):
        return "kernels/ sees no host library"
    if target.startswith("thrust/"):
        return "CUB, never Thrust: it allocates and synchronises behind our back"
    return None


def host_fault(parts, target):
    if target.startswith("host/reference/") and parts[0] not in REFERENCE_USERS:
        return "the library does not use the reference, which checks it"
    if target.startswith("kernels/") and target != "kernels/backend.h":
        return "kernels/backend.h is all that host/ sees of kernels/"
    return None


def path_fault(target):
    return "write the path from the repository root or from include/" if ".." in target.split("/") else None


def resolve(root, path, target):
    """The file of this repository that is included, or None."""
    candidates = (root / "include" / target, root / target, path.parent / target)
    return next((c.resolve() for c in candidates if c.is_file()), None)


def reached(root, path):
    """{file: the file that includes it} for all that `path` includes, directly or not."""
    came_from, queue = {}, [path.resolve()]
    while queue:
        current = queue.pop()
        for _, target in includes(current):
            file = resolve(root, current, target)
            if file and file not in came_from:
                came_from[file] = current
                queue.append(file)
    return came_from


def reference_faults(root):
    fast_path = [(root / "include/abut" / folder).resolve() for folder in ("narrow", "bvh")]
    for path in sources(root / "host/reference"):
        for file, by in reached(root, path).items():
            if any(folder in file.parents for folder in fast_path):
                yield (f"{path.relative_to(root)}: reaches {file.relative_to(root)} through {by.relative_to(root)}: "
                       "the reference shares no algorithm with what it checks")


def faults(root):
    public, host = root / "include/abut", root / "host"
    for folder, fault_of in (
        (public, lambda path, target: public_header_fault(path.relative_to(public).parts, target)),
        (root / "kernels", lambda path, target: kernel_fault(target)),
        (host, lambda path, target: host_fault(path.relative_to(host).parts, target)),
    ):
        for path in sources(folder):
            for number, target in includes(path):
                fault = path_fault(target) or fault_of(path, target)
                if fault:
                    yield f"{path.relative_to(root)}:{number}: includes {target}: {fault}"
    yield from reference_faults(root)


def main():
    found = list(faults(Path(sys.argv[1]).resolve()))
    print("\n".join(found) if found else "includes point one way")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
