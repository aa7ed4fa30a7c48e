"""Holds a peer's answers against the truths in the set that it was asked about (set_file.h, serve.h)."""

import math
import struct
from dataclasses import dataclass

HEAD = struct.Struct("=8s4I")
CHECKED = struct.Struct("=11dQ")
ANSWERED, APART, OVERLAPPING, GAVE_UP = range(4)

WRONG_SIDE = 1e-6  # of the size, which is 1: an answer on the other side of zero, by more than this from the truth
OFF = 1e-3  # an error beyond which an answer is a failure, and a normal or witness points are counted


@dataclass
class Verdict:
    """Counts over the checked pairs. Every failed pair is in one of the four kinds of failure."""

    checked: int = 0
    wrong_side: int = 0
    gave_up: int = 0  # the peer's own status
    nan: int = 0
    off: int = 0
    max_error: float = math.nan
    p999_error: float = math.nan
    normal_off: int = 0  # among the right separations: the shapes are apart along this normal by less than the truth
    witness_off: int | None = None  # their distance is not the separation; None: the peer has none
    beaten: float = 0.0  # the most by which a normal of the peer proves the truth wrong: rounding only

    @property
    def failures(self):
        return self.wrong_side + self.gave_up + self.nan + self.off


def truths(path):
    with open(path, "rb") as file:
        count = HEAD.unpack(file.read(HEAD.size))[4]
        file.seek(-8 * count, 2)
        return struct.unpack(f"={count}d", file.read())


def judge(truth, answers_path):
    with open(answers_path, "rb") as file:
        answers = list(CHECKED.iter_unpack(file.read()))
    if len(answers) != len(truth):
        raise ValueError(f"{len(answers)} answers to {len(truth)} pairs")
    verdict = Verdict(checked=len(truth))
    errors = []
    for true, answer in zip(truth, answers):
        kind = failure(true, answer)
        if kind:
            setattr(verdict, kind, getattr(verdict, kind) + 1)
        error = abs(answer[0] - true)
        if answer[11] == ANSWERED and math.isfinite(error):
            errors.append(error)
        if not kind:
            judge_vectors(true, answer, verdict)
        if math.isfinite(answer[1]):
            verdict.beaten = max(verdict.beaten, answer[1] - true)
    if errors:
        errors.sort()
        verdict.max_error = errors[-1]
        verdict.p999_error = errors[max(0, math.ceil(0.999 * len(errors)) - 1)]
    return verdict


def failure(true, answer):
    """The kind of failure, or None."""
    separation, outcome = answer[0], answer[11]
    if outcome == (APART if true < 0 else OVERLAPPING):
        return "wrong_side"
    if outcome != ANSWERED:
        return "gave_up"
    if not math.isfinite(separation):
        return "nan"
    error = abs(separation - true)
    if (separation > 0) != (true > 0) and error > WRONG_SIDE:
        return "wrong_side"
    return "off" if error > OFF else None


def judge_vectors(true, answer, verdict):
    if not true - answer[1] <= OFF:  # a NaN is off, too
        verdict.normal_off += 1
    between = [b - a for a, b in zip(answer[5:8], answer[8:11])]
    if all(math.isnan(x) for x in between):
        return
    verdict.witness_off = verdict.witness_off or 0
    if not abs(math.hypot(*between) - abs(true)) <= OFF:
        verdict.witness_off += 1
