#!/usr/bin/env python3
"""The self-test of tests/cores: faults are noticed by name, what is right is not reported, instructions have their values.

usage: selftest.py FOLDER_OF_PROGRAMS
"""

import csv
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

RACE, LAZY = {"ABUT_CORES_RACE": "1"}, {"ABUT_CORES_LAZY": "1"}
CLEAN = None
CASES = {
    "store_behind_the_end": ("store out of bounds", {}),
    "load_before_the_start": ("load out of bounds", {}),
    "misaligned_load": ("misaligned load", {}),
    "uninitialised_load": ("uninitialised load", {}),
    "local_array_index": ("local load out of bounds", {}),
    "shared_array_index": ("shared load out of bounds", {}),
    "shared_unwritten": ("uninitialised shared load", {}),
    "host_memory": ("load of no device memory", {}),
    "use_after_free": ("in a block that was freed", {}),
    "double_free": ("cudaFree of what is no block", {}),
    "array_of_a_block_one_short": ("between two of its arrays", {}),
    "arrays_of_a_block": (CLEAN, {}),
    "arrays_of_a_block_in_order": (CLEAN, LAZY),
    "copy_too_long": ("memset outside of device memory", {}),
    "large_parameters": (CLEAN, {}),
    "memory_left": (CLEAN, {}),
    "trap": ("trap: ", {}),
    "list_one_short": ("store out of bounds", {}),
    "list_long_enough": (CLEAN, RACE),
    "missing_atomic": ("race: load after another thread's store", RACE),
    "atomic_sum": (CLEAN, RACE),
    "missing_syncthreads": ("race: ", RACE),
    "syncthreads": (CLEAN, RACE),
    "missing_syncwarp": ("race: ", RACE),
    "syncwarp": (CLEAN, RACE),
    "shared_memory_race": ("race: store after another thread's store", RACE),
    "missing_fence_of_the_writer": ("race: load after another thread's store", RACE),
    "missing_fence_of_the_reader": ("race: load after another thread's store", RACE),
    "fences": (CLEAN, RACE),
    "strides": (CLEAN, RACE),
    "shared_memory_of_each_kernel": (CLEAN, RACE),
    "warp_waits_for_a_barrier": ("deadlock: waits for its warp", {}),
    "missed_barrier": ("deadlock: waits at a barrier", {}),
    "shuffle_from_an_absent_lane": ("shuffle reads a lane that takes no part", {}),
    "mask_names_lanes_that_ended": ("warp operation names lanes that have ended", {}),
    "streams_without_order": ("uninitialised load", LAZY),
    "streams_in_order": (CLEAN, LAZY),
    "allocation_in_a_capture": ("call that is not allowed while a stream is captured", {}),
    "legacy_stream_in_a_capture": ("legacy stream used while a stream is captured", {}),
}
WORD = 0xFFFFFFFF
TRANSLATOR = pathlib.Path(__file__).resolve().parents[1] / "translate" / "ptx2cpp.py"
PTX = """.version 9.0
.target sm_90
.address_size 64
.visible .entry kernel()
{{
.reg .f16 %h<3>;
.reg .b16 %rs<3>;
.reg .b32 %r<3>;
.reg .b128 %q<3>;
.reg .f32 %f<3>;
{}
ret;
}}
"""
REFUSED = {
    "add.rn.f16 %h0, %h1, %h2;": "add.rn.f16 (half precision)",
    "fma.rn.bf16x2 %r0, %r1, %r2, %r2;": "fma.rn.bf16x2 (half precision)",
    "cvt.f32.f16 %f0, %rs0;": "cvt.f32.f16 (half precision)",
    "ex2.approx.ftz.f16 %rs0, %rs1;": "ex2.approx.ftz.f16 (half precision)",
    "add.u16x2 %r0, %r1, %r2;": "add.u16x2 (type u16x2)",
    "mov.b128 %q0, %q1;": "mov.b128 (type b128)",
    "ex2.approx.f32 %f0, %f1;": "ex2.approx.f32 (approximate)",
}


def signed(x):
    return x - (1 << 32) if x >> 31 else x


def bits_of(x):
    return struct.unpack("<I", struct.pack("<f", x))[0]


def permuted(a, b, selector):
    both = a.to_bytes(4, "little") + b.to_bytes(4, "little")
    return int.from_bytes(bytes(both[selector >> 4 * k & 7] for k in range(4)), "little")


def integer_values(a=0x12345678, b=0x9ABCDEF0, w=0x0000123456789ABC):
    """By the definitions of the instructions in the PTX manual."""
    both = b << 32 | a
    field = b >> 2 & 0xFFF
    remainder = abs(signed(b)) % a
    return [
        int(f"{a:032b}"[::-1], 2),
        32 - a.bit_length(),
        f"{a:b}".count("1"),
        (a & -a).bit_length(),
        permuted(a, b, 0x5140),
        both << 7 >> 32 & WORD,
        both >> 9 & WORD,
        a * b >> 32,
        signed(a) * signed(b) >> 32 & WORD,
        a // (b | 1),
        -remainder & WORD,
        b & ~(0x1FF << 5) & WORD | (a & 0x1FF) << 5,
        b >> 3 & 0x7FF,
        (field - (1 << 12) if field >> 11 else field) & WORD,
        a ^ b ^ 0x0F0F3355,
        0,
        WORD if b >> 31 else 0,
        a.bit_length() - 1,
        64 - w.bit_length(),
        f"{w:b}".count("1"),
        -2 & WORD,
        0,
        0x7FFFFFFF,
        2,
        bits_of(2.0),
        bits_of(0.0),
        0x3FB504F3,
        0x3EAAAAAB,
    ]


def warp_values():
    lanes = range(32)
    for lane in lanes:
        yield lane + 3 if lane + 3 < 32 else lane
        yield lane - 1 if lane else lane
        yield lane ^ 5
        yield lane // 8 * 8 + 9 % 8
        yield sum(1 << k for k in lanes if k % 3 == lane % 3)
        yield sum(1 << k for k in lanes if k & 4)
        yield sum(lanes)
        yield max(k * 7 % 31 for k in lanes)
        yield 2
        yield sum(k % 5 == 0 for k in lanes)


def run(command, extra):
    env = {k: v for k, v in os.environ.items() if not k.startswith("ABUT_CORES_") or k in ("ABUT_CORES_CACHE", "ABUT_CORES_CXX")}
    return subprocess.run(command, capture_output=True, text=True, env=env | extra, timeout=300, check=False)


def wrong_cases(programs):
    for name, (report, extra) in CASES.items():
        for order in ["fwd", "rev", "7"]:
            done = run([programs / "cores_faults", name], extra | {"ABUT_CORES_ORDER": order})
            said = done.stderr
            if report is CLEAN and (done.returncode != 0 or "cores: " in said):
                yield f"{name}, order {order}: nothing should be reported, but: {said.strip() or done.stdout.strip()}"
            elif report is not CLEAN and (done.returncode != 71 or report not in said):
                yield f"{name}, order {order}: '{report}' is not reported (exit status {done.returncode}): {said.strip()}"


def wrong_values(programs):
    done = run([programs / "cores_values"], {})
    found = [int(line, 16) for line in done.stdout.split()]
    expected = integer_values() + list(warp_values())
    if done.returncode != 0 or len(found) != len(expected):
        yield f"cores_values: exit status {done.returncode}, {len(found)} values, {len(expected)} expected: {done.stderr}"
    for k, (a, b) in enumerate(zip(found, expected)):
        if a != b:
            yield f"cores_values: value {k} is {a:08x}, expected is {b:08x}"


def wrong_counts(programs):
    """32 lanes store words at every 8 bytes: 8 sectors; two accesses to words of one bank: 32 passes each."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "counts.csv"
        done = run([programs / "cores_faults", "strides"], {"ABUT_CORES_COUNT": str(path)})
        rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines())) if path.exists() else []
    if done.returncode != 0 or len(rows) != 1:
        yield f"counts: exit status {done.returncode}, {len(rows)} kernels: {done.stderr}"
        return
    expected = {"launches": 1, "warps": 1, "global_requests": 1, "global_sectors": 8, "shared_requests": 2, "shared_passes": 64}
    expected |= {"local_requests": 0, "float": 0, "double": 0, "memory": 3}
    for column, value in expected.items():
        if int(rows[0][column]) != value:
            yield f"counts: {column} is {rows[0][column]}, expected is {value}"
    if not 16 < float(rows[0]["lanes"]) < 20:
        yield f"counts: {rows[0]['lanes']} active lanes, expected are a little more than 16"


def wrong_refusals():
    """What is not supported is refused by name; what is, is translated."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "kernel.ptx"
        for text, said in {**REFUSED, "add.rn.f32 %f0, %f1, %f2;": CLEAN}.items():
            path.write_text(PTX.format(text), encoding="utf-8")
            done = run([sys.executable, "-B", TRANSLATOR, path, pathlib.Path(folder) / "out"], {})
            expected = "" if said is CLEAN else f"1 PTX instructions are not supported: {said}\n"
            if done.stderr != expected or done.returncode != (said is not CLEAN):
                yield f"translation of '{text}': exit status {done.returncode}, said is: {done.stderr.strip()}"


def wrong_explanations(programs):
    """A report that is in the list does not fail a program, another one does."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "explained.txt"
        for text, status in [("uninitialised load", 0), ("store out of bounds", 71)]:
            path.write_text(f"load_kernel  {text}  # of the test\n", encoding="utf-8")
            done = run([programs / "cores_faults", "uninitialised_load"], {"ABUT_CORES_EXPLAINED": str(path)})
            if done.returncode != status:
                yield f"explained '{text}': exit status {done.returncode}, expected is {status}: {done.stderr}"


def main(arguments):
    programs = pathlib.Path(arguments[0])
    wrong = [*wrong_refusals(), *wrong_values(programs), *wrong_cases(programs), *wrong_counts(programs)]
    wrong += wrong_explanations(programs)
    print("\n".join(wrong) if wrong else f"{len(CASES)} cases in three orders, all values: as they should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
