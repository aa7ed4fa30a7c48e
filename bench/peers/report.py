"""Tables and the CSV file of the benchmark against other libraries."""

import csv
import math

REGIMES = {
    "separated": "separated, gap 0.1 to 1 of the size",
    "near": "near, gap 1e-3 to 1e-2 of the size",
    "overlapping": "overlapping, depth 1e-3 to 5e-2 of the size",
}
COLUMNS = ["group", "regime", "peer", "mode", "scalar", "pairs", "repeats", "ns_cpu_median", "ns_cpu_min", "ns_cpu_max",
           "ns_wall_median", "over_abut", "checked", "failures", "wrong_side", "gave_up", "nan", "off", "max_error",
           "p999_error", "normal_off", "witness_off", "note"]


def median(values):
    ordered = sorted(values)
    middle = len(ordered) // 2
    return ordered[middle] if len(ordered) % 2 else 0.5 * (ordered[middle - 1] + ordered[middle])


class Results:
    """One entry per candidate, group and regime: a dictionary of the columns that are known."""

    def __init__(self, candidates, groups, regimes):
        self.candidates, self.groups, self.regimes = candidates, groups, regimes
        self.cells = {}

    def cell(self, candidate, group, regime):
        return self.cells.setdefault((candidate.label, group, regime), {})

    def time(self, candidate, group, regime):
        return self.cell(candidate, group, regime).get("ns_cpu_median", math.nan)

    def baseline(self, scalar):
        """Abut in that precision, with the instruction set that its users get."""
        for candidate in self.candidates:
            if candidate.peer == "abut" and candidate.mode == scalar and not candidate.variant:
                return candidate
        return None

    def ratio(self, candidate, group, regime):
        base = self.baseline(candidate.scalar)
        return self.time(candidate, group, regime) / self.time(base, group, regime) if base else math.nan


def geometric_mean(values):
    known = [v for v in values if math.isfinite(v)]
    return math.exp(sum(map(math.log, known)) / len(known)) if known else math.nan


def line(label, cells):
    return f"{label:<33}" + "".join(f"{c:>13}" for c in cells)


def number(value, digits):
    return f"{value:.{digits}f}" if math.isfinite(value) else "-"


def missing(cell):
    """What stands where a number would: nothing was asked, or the program died or hung."""
    return "died" if cell.get("note", "").startswith("died") else "failed" if cell.get("note") else "-"


def print_rows(heading, columns, rows):
    """Those with anything in them."""
    print("\n" + line(heading, columns))
    for label, cells in rows:
        if any(cell != "-" for cell in cells):
            print(line(label, cells))


def print_regime(results, regime):
    groups, candidates = results.groups, results.candidates
    rows = {c.label: [results.cell(c, g, regime) for g in groups] for c in candidates}
    print(f"\n== {REGIMES[regime]}")
    print_rows("ns a query", groups, [(label, map_list(time_text, cells)) for label, cells in rows.items()])
    print_rows("time / Abut's", groups + ["mean ratio"],
               [(label, [number(r, 2) for r in ratios + [geometric_mean(ratios)]])
                for label, ratios in all_ratios(results, regime)])
    print_rows("failures, largest error", groups,
               [(label, map_list(failure_text, cells)) for label, cells in rows.items()])
    print_rows("normals off, points off", groups,
               [(label, map_list(vector_text, cells)) for label, cells in rows.items()])


def map_list(function, values):
    return [function(value) for value in values]


def all_ratios(results, regime):
    rows = [(f"{c.label} / abut {c.scalar}", [results.ratio(c, g, regime) for g in results.groups])
            for c in results.candidates if c.peer != "abut" or c.variant or c.mode != c.scalar]
    return rows + best_ratios(results, regime, "coal", "f32") + best_ratios(results, regime, "bullet", "f32_warm")


def best_ratios(results, regime, peer, mode):
    """The time of the peer's best mode over that of a mode of Abut; nothing where one of both is missing."""
    own = [c for c in results.candidates if c.peer == "abut" and c.mode == mode and not c.variant]
    theirs = [c for c in results.candidates if c.peer == peer]
    if not own or not theirs:
        return []
    times = [[results.time(c, g, regime) for c in theirs] for g in results.groups]
    best = [min((t for t in ts if math.isfinite(t)), default=math.nan) for ts in times]
    return [(f"best {peer} / abut {mode}", [t / results.time(own[0], g, regime) for t, g in zip(best, results.groups)])]


def time_text(cell):
    return number(cell["ns_cpu_median"], 0) if "ns_cpu_median" in cell else missing(cell)


def failure_text(cell):
    if "failures" not in cell:
        return missing(cell)
    return f"{cell['failures']}, {cell['max_error']:.0e}" if math.isfinite(cell["max_error"]) else f"{cell['failures']}, -"


def vector_text(cell):
    if "normal_off" not in cell:
        return missing(cell)
    return f"{cell['normal_off']}, {'-' if cell['witness_off'] is None else cell['witness_off']}"


def write_csv(results, path):
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, extrasaction="ignore")
        writer.writeheader()
        for regime in results.regimes:
            for group in results.groups:
                for c in results.candidates:
                    cell = results.cell(c, group, regime)
                    row = {k: f"{v:.6g}" if isinstance(v, float) else v for k, v in cell.items()}
                    ratio = results.ratio(c, group, regime)
                    writer.writerow(dict(row, group=group, regime=regime, peer=c.peer, mode=c.mode + c.variant,
                                         scalar=c.scalar, over_abut=number(ratio, 3)))
