"""Plots of the benchmarks against other libraries: panels side by side, a common legend, log scale upwards."""

import math

from report import REGIMES

COLOURS = {"abut": "#c0392b", "coal": "#2471a3", "fcl": "#7d3c98", "libccd": "#616a6b", "bullet": "#d68910",
           "embree": "#117a65"}
MARKERS = "osD^v"


def styles(candidates):
    """Each candidate with its line: a colour for the peer, a marker for the mode."""
    count = {}
    for candidate in candidates:
        k = count[candidate.peer] = count.get(candidate.peer, -1) + 1
        yield candidate, dict(color=COLOURS.get(candidate.peer), marker=MARKERS[k % len(MARKERS)],
                              linestyle=("-", "--", ":", "-.")[k % 4], linewidth=2 if candidate.peer == "abut" else 1,
                              markersize=6, alpha=0.9)


def save(path, title, names, draw, unit):
    """draw(panel, name) for each; False where matplotlib is not installed."""
    try:
        import matplotlib
        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError:
        return False
    figure, panels = pyplot.subplots(1, len(names), figsize=(6.4 * len(names) + 2.6, 6), sharey=True, squeeze=False)
    for panel, name in zip(panels[0], names):
        draw(panel, name)
        panel.set_yscale("log")
        panel.grid(axis="y", which="both", alpha=0.25)
    panels[0][0].set_ylabel(unit)
    handles = {h.get_label(): h for panel in panels[0] for h in panel.get_lines()}
    figure.legend(handles.values(), handles.keys(), loc="center right", frameon=False)
    figure.suptitle(title)
    figure.tight_layout(rect=(0, 0, 1 - 2.4 / figure.get_figwidth(), 1))
    figure.savefig(path, dpi=110)
    return True


def write_plot(results, path, title):
    """Nanoseconds a query by group, one panel a regime."""
    def draw(panel, regime):
        for candidate, style in styles(results.candidates):
            times = [results.time(candidate, group, regime) for group in results.groups]
            of_scalar = "" if candidate.peer == "abut" else f" ({candidate.scalar})"  # its modes are named after it
            if any(map(math.isfinite, times)):
                panel.plot(range(len(times)), times, label=candidate.label + of_scalar, **style)
        panel.set_xticks(range(len(results.groups)), results.groups, rotation=40, ha="right")
        panel.set_title(REGIMES[regime])

    return save(path, title, results.regimes, draw, "ns a query, one core")
