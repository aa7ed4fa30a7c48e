"""Tables, the CSV file and the plot of the broad-phase benchmark against other libraries."""

import csv
import math

import plot
import report
from report import map_list, number

# kind: layout, whether it moves
KINDS = {
    "uniform": ("uniform", False),
    "clustered": ("clustered", False),
    "polydisperse": ("polydisperse", False),
    "moving": ("uniform", True),
    "moving_clustered": ("clustered", True),
    "moving_polydisperse": ("polydisperse", True),
}
MODES = ("find_pairs", "tree", "finder", "kept")  # Abut's on one core; the last two where boxes move
COLUMNS = ["kind", "boxes", "steps", "peer", "mode", "scalar", "runs", "ms_median", "ms_min", "ms_max",
           "tree_ms_median", "search_ms_median", "wall_ms_median", "over_find_pairs", "over_tree", "over_finder",
           "over_kept", "pairs",
           "wrong_frames", "missing", "extra", "repeated", "note"]


def on_all_cores(candidate):
    return candidate.mode.endswith("_all")


class BroadResults(report.Results):
    """One entry per candidate, number of boxes and kind."""

    def __init__(self, candidates, sizes, kinds):
        super().__init__(candidates, sizes, kinds)
        self.left_out = {}  # why, by candidate and kind

    def time(self, candidate, group, regime):
        return self.cell(candidate, group, regime).get("ms_median", math.nan)

    def abut(self, mode):
        return next((c for c in self.candidates if (c.peer, c.mode) == ("abut", mode)), None)

    def over_abut(self, time, mode, size, kind):
        """How many times Abut's time in that mode, on one core, a time is."""
        base = self.abut(mode)
        return time / self.time(base, size, kind) if base else math.nan

    def fastest_peer(self, size, kind):
        """Of those that miss no pairs."""
        times = [self.time(c, size, kind) for c in self.candidates
                 if c.peer != "abut" and not self.cell(c, size, kind).get("missing")]
        return min((t for t in times if math.isfinite(t)), default=math.nan)


def print_kind(results, kind):
    sizes, moves = results.groups, KINDS[kind][1]
    columns = [f"{size:,}" for size in sizes]
    rows = {c.label: [results.cell(c, size, kind) for size in sizes] for c in results.candidates}
    print(f"\n== {kind}: boxes " + ("that move, by step" if moves else "at rest"))

    def table(heading, text):
        report.print_rows(heading, columns, [(label, map_list(text, cells)) for label, cells in rows.items()])

    table("ms, tree and search", lambda cell: time_text(cell, "ms_median"))
    table("ms, " + ("update" if moves else "build") + " of the tree", tree_time_text)
    report.print_rows("time / Abut's", columns, ratios(results, kind))
    table("missing, extra pairs", difference_text)
    for c in results.candidates:
        if (c.label, kind) in results.left_out:
            print(f"{c.label}: {results.left_out[c.label, kind]}; left out from there on")


def ratios(results, kind):
    def row(time_at, mode):
        return [number(results.over_abut(time_at(size), mode, size, kind), 2) for size in results.groups]

    rows = [(f"{c.label} / find_pairs", row(lambda size, c=c: results.time(c, size, kind), "find_pairs"))
            for c in results.candidates if c is not results.abut("find_pairs")]
    for mode in MODES if KINDS[kind][1] else MODES[:2]:
        rows.append((f"fastest peer / abut {mode}", row(lambda size: results.fastest_peer(size, kind), mode)))
    return rows


def time_text(cell, key):
    value = cell.get(key, math.nan)
    return number(value, 0 if value >= 100 else 2) if math.isfinite(value) else missing(cell)


def tree_time_text(cell):
    """Nothing where all is one call."""
    if cell.get("tree_ms_median", math.inf) < 1e-3 * cell.get("ms_median", 0):
        return "-"
    return time_text(cell, "tree_ms_median")


def missing(cell):
    return "left out" if "left out" in cell.get("note", "") else report.missing(cell)


def difference_text(cell):
    if "wrong_frames" not in cell:
        return missing(cell)
    return f"{cell['missing']}, {cell['extra'] + cell['repeated']}"


def write_csv(results, path):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, extrasaction="ignore")
        writer.writeheader()
        for kind in results.regimes:
            for size in results.groups:
                for c in results.candidates:
                    cell = results.cell(c, size, kind)
                    row = {k: f"{v:.6g}" if isinstance(v, float) else v for k, v in cell.items()}
                    over = {f"over_{mode}": number(results.over_abut(results.time(c, size, kind), mode, size, kind), 3)
                            for mode in MODES}
                    writer.writerow(dict(row, **over, kind=kind, boxes=size, peer=c.peer, mode=c.mode, scalar=c.scalar))


def write_plot(results, path, title):
    """Microseconds a box by number of boxes. False where matplotlib is not installed."""
    def draw(panel, kind):
        for candidate, style in plot.styles(results.candidates):
            times = [1e3 * results.time(candidate, size, kind) / size for size in results.groups]
            if any(map(math.isfinite, times)):
                panel.plot(results.groups, times, label=candidate.label, **style)
        panel.set_xscale("log")
        panel.set_xlabel("boxes")
        panel.set_title(kind)

    return plot.save(path, title, results.regimes, draw, "µs a box, one core (all cores: wall clock)")
