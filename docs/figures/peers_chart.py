"""docs/images/peers.svg: time of a pair query and wrong answers, beside coal and Bullet, from committed results.

    peers_chart.py SOURCE_FOLDER            fails unless the committed SVG is what the results draw
    peers_chart.py SOURCE_FOLDER --write    writes it anew

Reads bench/results/zen4-2-cores/peers.txt, which `./run bench peers` has printed. Times are geometric means over its groups of
shapes; wrong answers are its failures, added up. Of coal the mode is shown that is faster in the regime.
"""

import html
import math
import pathlib
import re
import sys

RESULTS = "bench/results/zen4-2-cores/peers.txt"
IMAGE = "docs/images/peers.svg"
REGIMES = ("separated", "near", "overlapping")
ROWS = (  # label, candidates, colour
    ("Abut, float", ("abut f32",), "#b03a2e"),
    ("Abut, double", ("abut f64",), "#d98880"),
    ("coal, double", ("coal default", "coal bvguess"), "#2471a3"),
    ("Bullet, float, gjkepa2", ("bullet gjkepa2",), "#b9770e"),
    ("Bullet, float, pairdetector", ("bullet pairdetector",), "#e0a63a"),
)
CHECKED, CHECKED_LARGE = 2000, 500  # pairs of a group with a known answer, as bench/peers/peers.py has it; of hull512
WIDTH, LEFT, BAR, GAP, HEAD = 860, 190, 17, 5, 62
TIME, WRONG = (LEFT, 330), (LEFT + 420, 150)  # where a panel begins, how wide it is


def tables(text):
    """{regime: {title: {candidate: [cell of each group]}}}"""
    out = {}
    for section in re.split(r"^== ", text, flags=re.MULTILINE)[1:]:
        tables_of = out[section.split(",")[0]] = {}
        for block in filter(str.strip, section.split("\n\n")[1:]):
            head, *lines = block.strip().splitlines()
            cells = lambda line: re.split(r"\s{2,}", line.strip())
            if len(cells(head)) > 3:
                tables_of[cells(head)[0]] = {cells(line)[0]: cells(line)[1:] for line in lines if line.strip()}
    return out


def numbers(text):
    """{regime: [(nanoseconds, wrong answers) of each row]}, and the number of checked pairs of a regime."""
    out, checked = {}, 0
    for regime, found in tables(text).items():
        times, failures = found["ns a query"], found["failures, largest error"]
        checked = CHECKED * (len(times["abut f32"]) - 1) + CHECKED_LARGE
        mean = lambda name: math.exp(sum(math.log(float(t)) for t in times[name]) / len(times[name]))
        out[regime] = []
        for _, candidates, _ in ROWS:
            best = min(candidates, key=mean)
            out[regime].append((mean(best), sum(int(cell.split(",")[0]) for cell in failures[best])))
    return out, checked


def text_at(x, y, words, size=13, anchor="start", colour="#222", weight="normal"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}" font-weight="{weight}">'
            f"{html.escape(words)}</text>")


def bar(x, y, width, colour):
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{BAR}" fill="{colour}"/>'


def draw(text):
    of, checked = numbers(text)
    slowest = max(t for rows in of.values() for t, _ in rows)
    most = max(w for rows in of.values() for _, w in rows)
    out, y = [], HEAD
    for regime in REGIMES:
        title = re.search(rf"^== ({regime}[^\n]*)", text, re.MULTILINE)[1]
        out.append(text_at(12, y + 12, title[0].upper() + title[1:], weight="bold"))
        y += 24
        for (label, _, colour), (ns, wrong) in zip(ROWS, of[regime]):
            out.append(text_at(LEFT - 8, y + 13, label, 12, "end"))
            length, loss = TIME[1] * ns / slowest, WRONG[1] * wrong / most
            out += [bar(TIME[0], y, length, colour), text_at(TIME[0] + length + 5, y + 13, f"{ns:,.0f} ns", 12)]
            out += [bar(WRONG[0], y, loss, colour), text_at(WRONG[0] + loss + 5, y + 13, f"{wrong}", 12)]
            y += BAR + GAP
        y += 14
    head = [text_at(TIME[0], 24, "Time of a query", weight="bold"), text_at(TIME[0], 42, "one thread, geometric mean of eleven groups of shapes", 11, colour="#555"),
            text_at(WRONG[0], 24, "Wrong answers", weight="bold"), text_at(WRONG[0], 42, f"of {checked:,} checked", 11, colour="#555")]
    machine = re.search(r"^([^\n]*?)\. 30,000", text)[1]
    foot = [text_at(12, y + 8, f"{machine}. Wrong: the wrong side of zero, no answer, or an error above 1e-3 of the size.", 11,
                    colour="#555"),
            text_at(12, y + 24, f"From {RESULTS}: ./run bench peers", 11, colour="#555")]
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 36}" width="{WIDTH}" height="{y + 36}" '
            'font-family="Helvetica, Arial, sans-serif">\n<rect width="100%" height="100%" fill="white"/>\n'
            + "\n".join(head + out + foot) + "\n</svg>\n")


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    svg = draw((source / RESULTS).read_text(encoding="utf-8"))
    path = source / IMAGE
    if "--write" in sys.argv:
        path.write_text(svg, encoding="utf-8")
    elif not path.exists() or path.read_text(encoding="utf-8") != svg:
        sys.exit(f"{IMAGE} is not what {RESULTS} draws: docs/figures/peers_chart.py . --write")
    print(f"{IMAGE}: {'written' if '--write' in sys.argv else 'as drawn'}")


if __name__ == "__main__":
    main()
