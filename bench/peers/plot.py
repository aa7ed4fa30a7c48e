"""The plot of the benchmark against other libraries: nanoseconds a query by group, one panel a regime, log scale."""

import math

from report import REGIMES

COLOURS = {"abut": "#c0392b", "coal": "#2471a3", "fcl": "#7d3c98", "libccd": "#616a6b", "bullet": "#d68910"}
MARKERS = "osD^v"


def write_plot(results, path, title):
    """False where matplotlib is not installed."""
    try:
        import matplotlib
        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError:
        return False
    figure, panels = pyplot.subplots(1, len(results.regimes), figsize=(6.4 * len(results.regimes) + 2.6, 6), sharey=True,
                                     squeeze=False)
    for panel, regime in zip(panels[0], results.regimes):
        draw(panel, results, regime)
    panels[0][0].set_ylabel("ns a query, one core")
    handles = {h.get_label(): h for panel in panels[0] for h in panel.get_lines()}
    figure.legend(handles.values(), handles.keys(), loc="center right", frameon=False)
    figure.suptitle(title)
    figure.tight_layout(rect=(0, 0, 1 - 2.4 / figure.get_figwidth(), 1))
    figure.savefig(path, dpi=110)
    return True


def draw(panel, results, regime):
    count = {}
    for candidate in results.candidates:
        k = count[candidate.peer] = count.get(candidate.peer, -1) + 1
        of_scalar = "" if candidate.peer == "abut" else f" ({candidate.scalar})"  # its modes are named after it
        times = [results.time(candidate, group, regime) for group in results.groups]
        if not any(map(math.isfinite, times)):
            continue
        panel.plot(range(len(times)), times, color=COLOURS.get(candidate.peer), marker=MARKERS[k % len(MARKERS)],
                   linestyle=("-", "--", ":", "-.")[k % 4], linewidth=2 if candidate.peer == "abut" else 1,
                   markersize=6, alpha=0.9, label=candidate.label + of_scalar)
    panel.set_yscale("log")
    panel.set_xticks(range(len(results.groups)), results.groups, rotation=40, ha="right")
    panel.set_title(REGIMES[regime])
    panel.grid(axis="y", which="both", alpha=0.25)
