#!/usr/bin/env python3
"""Translates the PTX in programs, objects and archives to C++ and compiles it, for the runtime in tests/cores/runtime.

usage: modules.py CACHE_FOLDER FILE...

A module of the cache is named by a hash of its PTX, of the translator and of this file, so that a change of any makes it anew;
one of the compiler does not. One line a module; the exit status is 1 where one cannot be made, which names the instructions that
are not supported. A PTX file may be given, too. ABUT_CORES_CXX chooses the compiler, ABUT_CORES_JOBS how many run at a time.
"""

import concurrent.futures
import fcntl
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys

HOME = pathlib.Path(__file__).resolve().parent
FLAGS = (
    "-std=c++17 -O1 -g0 -w -fPIC -fno-math-errno -ffp-contract=off -fno-strict-aliasing -march=x86-64-v3 -fvisibility=hidden"
).split()
START = re.compile(rb"\n\.version \d")


def hash_bytes(data, seed=0xCBF29CE484222325):
    """FNV-1a over words of eight bytes; module_name in runtime/modules.cpp is the same."""
    data = data + bytes(-len(data) % 8)
    h = seed
    for word in struct.unpack(f"<{len(data) // 8}Q", data):
        h = ((h ^ word) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
        h ^= h >> 29
    return h


def tool_hash():
    """Of all that decides what a PTX text becomes, but the compiler; hash_translator in runtime/modules.cpp is the same."""
    h = hash_bytes(b"")
    paths = [HOME / "modules.py", *HOME.glob("translate/*.py"), *HOME.glob("machine/*.h")]
    for path in sorted(paths, key=lambda path: path.name):
        h = hash_bytes(path.read_bytes(), h)
    return h


def ptx_texts(path):
    """The PTX texts in a file, each from `.version` to its last character that is no space."""
    data = b"\n" + pathlib.Path(path).read_bytes()
    for match in START.finditer(data):
        start = match.start() + 1
        end = data.find(b"\0", start)
        text = data[start : end if end >= 0 else len(data)].rstrip(b"\n ")
        if b".target" in text[:200]:
            yield text


def compiler():
    chosen = os.environ.get("ABUT_CORES_CXX")
    for name in [chosen] if chosen else ["clang++", "g++"]:
        if shutil.which(name):
            return ([shutil.which("ccache")] if shutil.which("ccache") else []) + [name]
    sys.exit(f"modules.py: no compiler {chosen or 'clang++ or g++'}")


def run(command, folder=None):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError((done.stderr or done.stdout).strip() or " ".join(map(str, command)))
    return done.stdout


def jobs():
    return int(os.environ.get("ABUT_CORES_JOBS") or os.cpu_count() or 1)


def make(cache, name, text, pool):
    """Makes the shared library of one module; what is said of it."""
    library = cache / f"{name}.so"
    with open(cache / f"{name}.lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if library.exists():
            return "cached"
        ptx, folder = cache / f"{name}.ptx", cache / name
        ptx.write_bytes(text + b"\n")
        shutil.rmtree(folder, ignore_errors=True)
        said = run([sys.executable, "-B", HOME / "translate" / "ptx2cpp.py", ptx, folder, str(25000)])
        # Compiled in their folder by relative names: ccache then knows a text again whatever the module's name is.
        sources = sorted(folder.glob("*.cpp"), key=lambda path: -path.stat().st_size)
        commands = [
            [*compiler(), *FLAGS, f"-I{HOME / 'machine'}", "-I.", "-c", path.name, "-o", path.stem + ".o"] for path in sources
        ]
        list(pool.map(run, commands, [folder] * len(commands)))
        objects = [path.with_suffix(".o") for path in sources]
        run([compiler()[-1], "-shared", *objects, "-o", folder / "module.so"])
        os.replace(folder / "module.so", library)
        for path in objects:
            path.unlink()
        return said.strip()


def main(arguments):
    if len(arguments) < 2:
        sys.exit(__doc__)
    cache = pathlib.Path(arguments[0]).resolve()
    cache.mkdir(parents=True, exist_ok=True)
    tool = tool_hash()
    texts = {f"{hash_bytes(text, tool):016x}": (text, path) for path in arguments[1:] for text in ptx_texts(path)}
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(jobs()) as compiles, concurrent.futures.ThreadPoolExecutor(jobs()) as all_:
        made = {all_.submit(make, cache, name, text, compiles): name for name, (text, _) in texts.items()}
        for done in concurrent.futures.as_completed(made):
            name = made[done]
            where = pathlib.Path(texts[name][1]).name
            try:
                print(f"{name} {where}: {done.result()}", flush=True)
            except RuntimeError as error:
                failed += 1
                print(f"{name} {where}: {error}", file=sys.stderr, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
