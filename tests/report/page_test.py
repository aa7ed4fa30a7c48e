"""Opens report pages in headless Chromium, clicks, and reads what they say.

Usage: page_test.py ABUT GRAINS_FOLDER. Without Chromium it says so and ends with status 77, which ctest takes for skipped.
"""

import collections
import csv
import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import unittest

import browser

ABUT, GRAINS = sys.argv[1:3]
HOSTILE = "</script><b id=injected>&amp;\"'"
NUMBERS = ["separation", "lower_bound", "bound_gap"] + [
    f"{name}_{axis}" for name in ("normal", "witness_a", "witness_b", "point") for axis in "xyz"]


def abut(*arguments):
    subprocess.run([ABUT, *arguments], check=True, capture_output=True, text=True)


def small_scene(folder):
    """Bodies with names that are markup, one of two parts, a gap, and a pair that float cannot hold."""
    scene = {
        "version": 1, "length_unit": "mm<i>", "options": {"alert_distance": 0.1},
        "shapes": [{"name": HOSTILE, "sphere": {"radius": 0.5}}, {"name": "brick", "box": {"half_extents": [1, 0.5, 0.25]}},
                   {"name": "rod", "capsule": {"radius": 0.2, "half_length": 0.6}},
                   {"name": "dust", "sphere": {"radius": 1e-60}}],
        "bodies": [{"name": HOSTILE, "shape": 0}, {"name": "plate", "shape": "brick", "position": [0.2, 0, 0.72]},
                   {"parts": [{"shape": "rod"}, {"shape": 0, "position": [0, 0, 0.9]}], "position": [-1.25, 0.1, 0.8]},
                   {"shape": "brick", "position": [1.3, 0.2, 0.1], "orientation": [0.9, 0.1, 0.3, 0.1]},
                   {"shape": "dust", "position": [5, 5, 5]}, {"shape": "dust", "position": [5, 5, 5]}]}
    path = os.path.join(folder, "small.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(scene, file)
    return path


def write_scene(folder, name, positions):
    """Unit spheres."""
    path = os.path.join(folder, name + ".json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"version": 1, "length_unit": "mm", "shapes": [{"name": "ball", "sphere": {"radius": 1}}],
                   "bodies": [{"shape": "ball", "position": position} for position in positions]}, file)
    return path


class Opened(unittest.TestCase):
    """Pages in a browser: `pages` has the path of each by its name, and the lines of its contacts.csv."""

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()
        cls.folder.cleanup()

    def open(self, name, query=""):
        page, contacts = self.pages[name]
        self.browser.open(page, query, seconds=300)  # however busy the machine is
        return contacts

    def tearDown(self):
        self.assertEqual(self.browser.complaints(), [])

    def details(self):
        fields = self.browser.run("[...document.querySelectorAll('#details dd')].map(d => [d.dataset.field, "
                                  "[...d.children].map(s => s.title || s.textContent)])")
        return dict(fields)

    @staticmethod
    def deepest(contacts):
        """What a page opens with."""
        answered = [i for i, row in enumerate(contacts) if not row["status"].startswith("degenerate_shape")]
        return min(answered, key=lambda i: float(contacts[i]["separation"]))

    def centre_of(self, selector):
        self.browser.run(f"document.querySelector('{selector}').scrollIntoView({{block: 'center'}})")
        box = self.browser.run(f"(b => [b.left + b.width / 2, b.top + b.height / 2])"
                               f"(document.querySelector('{selector}').getBoundingClientRect())")
        return box

    def expect_contact(self, row, single):
        """The details show this line of contacts.csv, to the last digit."""
        def number(text):
            value = float(text.split()[0])
            return struct.unpack("f", struct.pack("f", value))[0] if single else value

        shown = self.details()
        self.assertEqual(number(shown["separation"][0]), number(row["separation"]))
        for name in ("lower_bound", "bound_gap"):
            self.assertEqual(number(shown[name][0]), number(row[name]))
        for name in ("normal", "point", "witness_a", "witness_b"):
            self.assertEqual([number(x) for x in shown[name]], [number(row[f"{name}_{axis}"]) for axis in "xyz"])
        self.assertEqual(shown["features"], [f"{row['feature_a']}, {row['feature_b']}"])
        self.assertEqual(shown["status"], [row["status"]])
        self.assertEqual(shown["iterations"], [f"GJK {row['gjk_iterations']}, EPA {row['epa_iterations']}"])
        self.assertEqual(shown["key"], [row["key"]])
        for side in "ab":
            self.assertRegex(shown[f"body_{side}"][0], rf"^body {row[f'body_{side}']}\b")

    def click_a_contact(self, contacts, single):
        """Clicks one that is in sight, that no other covers and that is not chosen, and looks at what is shown of it."""
        self.assertEqual(self.browser.run("abut.state.chosen"), self.deepest(contacts))
        self.browser.run("document.querySelector('#overlay').scrollIntoView({block: 'center'})")
        i, x, y = self.browser.run("""(() => {
          const box = document.getElementById("overlay").getBoundingClientRect();
          for (let i = 0; i < contactCount; ++i) {
            if (i === abut.state.chosen) continue;
            const p = abut.viewer.onScreen(i);
            const inside = p.x > 20 && p.y > 20 && p.x < box.width - 20 && p.y < box.height - 20;
            if (inside && abut.viewer.contactAt(p.x, p.y) === i) return [i, box.left + p.x, box.top + p.y];
          }
        })()""")
        self.browser.click(x, y)
        self.browser.wait(f"abut.state.chosen === {i}")
        self.expect_contact(contacts[i], single)
        self.assertEqual(self.browser.run("document.querySelector('tr.chosen').dataset.contact"), str(i))


class Page(Opened):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.pages = {}
        inside = cls.folder.name
        small = small_scene(inside)
        two = write_scene(inside, "two", [[0, 0, 0], [0, 0, 1.5]])
        # Two depths that differ by rounding alone.
        equal = write_scene(inside, "equal", [[0, 0, 0], [1.9, 0, 0], [0, 10, 0], [1.9000000000000004, 10, 0]])
        gaps = write_scene(inside, "apart", [[0, 0, 0], [5, 0, 0]])
        grains = os.path.join(inside, "grains.json")
        abut("scene", "grains", "--count", "150", "--grains", GRAINS, "--out", grains)
        for name, scene, precision in (("small", small, "f32"), ("grains", grains, "f64"), ("two", two, "f64"),
                                       ("equal", equal, "f64"), ("apart", gaps, "f64")):
            results, page = os.path.join(inside, name), os.path.join(inside, name + ".html")
            abut("detect", scene, "--out", results, "--precision", precision)
            abut("report", results, "-o", page)
            with open(os.path.join(results, "contacts.csv"), encoding="utf-8", newline="") as file:
                cls.pages[name] = (page, list(csv.DictReader(file)))
        cls.browser = browser.Browser(browser.find()).__enter__()

    def test_numbers_are_those_of_contacts_csv(self):
        for name, single in (("grains", False), ("small", True)):
            contacts = self.open(name)
            self.assertGreater(len(contacts), 3)
            for column in NUMBERS:
                shown = self.browser.run(f"Array.from(column('{column}'))")
                wanted = [float(row[column]) for row in contacts]
                if single:
                    wanted = list(struct.unpack(f"{len(wanted)}f", struct.pack(f"{len(wanted)}f", *wanted)))
                self.assertEqual(shown, wanted, column)
            for column in ("gjk_iterations", "epa_iterations"):
                self.assertEqual(self.browser.run(f"Array.from(column('{column}'))"), [int(r[column]) for r in contacts])
            self.assertEqual(self.browser.run("Array.from(column('pair'))"),
                             [int(r[side]) for r in contacts for side in "ab"])

    def test_a_click_on_a_contact_shows_its_numbers(self):
        for name, single, query in (("grains", False, ""), ("small", True, ""), ("small", True, "?canvas")):
            contacts = self.open(name, query)
            self.assertEqual(self.browser.run("document.documentElement.dataset.viewer"), "canvas" if query else "WebGL")
            self.click_a_contact(contacts, single)

    def test_the_picture_has_bodies_and_contacts(self):
        for query in ("", "?canvas"):
            self.open("grains", query)
            colours = self.browser.run("""(() => {
              abut.viewer.draw();
              const from = document.getElementById("solid"), to = document.createElement("canvas");
              [to.width, to.height] = [from.width, from.height];
              const context = to.getContext("2d");
              context.drawImage(from, 0, 0);
              const all = context.getImageData(0, 0, to.width, to.height).data, seen = new Set();
              for (let k = 0; k < all.length; k += 4) seen.add(all[k] << 16 | all[k + 1] << 8 | all[k + 2]);
              return seen.size;
            })()""")
            self.assertGreater(colours, 100)

    def test_a_row_chooses_its_contact_and_keys_the_next(self):
        contacts = self.open("grains")
        self.browser.click(*self.centre_of("#columns th:nth-child(1) button"))
        self.browser.click(*self.centre_of("tr.row[data-contact=\"3\"]"))
        self.browser.wait("abut.state.chosen === 3")
        self.expect_contact(contacts[3], False)
        self.browser.run("document.getElementById('overlay').focus()")
        self.browser.key("n")
        self.browser.wait("abut.state.chosen === 4")
        self.browser.key("Escape")
        self.browser.wait("abut.state.chosen === -1")

    def test_the_table_sorts_and_filters(self):
        contacts = self.open("grains")
        deepest = self.deepest(contacts)
        self.assertEqual(self.browser.run("document.querySelector('tr.row').dataset.contact"), str(deepest))
        self.assertEqual(self.browser.run("document.querySelector('#columns th:nth-child(4)').getAttribute('aria-sort')"),
                         "ascending")
        body = contacts[deepest]["body_a"]
        wanted = sum(body in (row["body_a"], row["body_b"]) for row in contacts)
        self.browser.run(f"(f => {{ f.value = '{body}'; f.dispatchEvent(new Event('input')); }})(document.getElementById('filter'))")
        self.browser.wait(f"document.getElementById('count').textContent.startsWith('{wanted} of')")
        self.assertEqual(self.browser.run("document.querySelectorAll('tr.row').length"), wanted)

    def test_sorting_again_turns_the_order_and_ends_hold(self):
        contacts = self.open("grains")
        separation = [float(row["separation"]) for row in contacts]
        for wanted, way in ((max, "descending"), (min, "ascending"), (max, "descending")):
            self.browser.click(*self.centre_of("#columns th:nth-child(4) button"))
            first = int(self.browser.run("document.querySelector('tr.row').dataset.contact"))
            self.assertEqual(separation[first], wanted(separation), way)
        order = sorted(range(len(contacts)), key=lambda i: (-separation[i], i))
        self.browser.run("document.getElementById('rows').focus()")
        for key, place in (("End", -1), ("ArrowDown", -1), ("ArrowUp", -2), ("Home", 0), ("PageUp", 0), ("PageDown", 10)):
            self.browser.key(key)
            self.browser.wait(f"abut.state.chosen === {order[place]}")
            self.assertEqual(self.browser.run("document.querySelector('tr.chosen').dataset.contact"), str(order[place]))

    def test_contacts_are_chosen_by_their_kind(self):
        contacts = self.open("small")
        failed = [row["status"].startswith("degenerate_shape") for row in contacts]
        kinds = {"all": len(contacts), "failure": sum(failed),
                 "overlap": sum(float(row["separation"]) < 0 and not bad for row, bad in zip(contacts, failed)),
                 "gap": sum(float(row["separation"]) >= 0 and not bad for row, bad in zip(contacts, failed))}
        self.assertTrue(all(kinds.values()), kinds)
        for kind, wanted in kinds.items():
            self.browser.run("(s => { s.value = '%s'; s.dispatchEvent(new Event('change')); })(document.getElementById('shown'))" % kind)
            self.browser.wait(f"document.querySelectorAll('tr.row').length === {wanted}")
            said = self.browser.run("document.getElementById('count').textContent")
            self.assertEqual(said.split()[0], str(wanted), kind)

    def test_the_histograms_count_every_contact_once(self):
        contacts = self.open("grains")
        figures = dict(self.browser.run(
            "[...document.querySelectorAll('#charts figure')].map(f => [f.querySelector('figcaption').firstChild.textContent, "
            "[...f.querySelectorAll('title')].map(t => t.textContent)])"))
        self.assertEqual(list(figures), ["Separation", "Contacts per body", "GJK iterations", "EPA iterations"])

        def counts(name):  # "3: 12 contacts"
            pairs = (re.fullmatch(r"(.+): ([\d,]+) \w+", text).groups() for text in figures[name])
            return {key: int(number.replace(",", "")) for key, number in pairs}

        self.assertEqual(sum(counts("Separation").values()), len(contacts))
        for name, column in (("GJK iterations", "gjk_iterations"), ("EPA iterations", "epa_iterations")):
            self.assertEqual(counts(name), dict(collections.Counter(row[column] for row in contacts)), name)
        of_body = collections.Counter(row[side] for row in contacts for side in ("body_a", "body_b"))
        wanted = collections.Counter(str(number) for number in of_body.values())
        wanted["0"] = 150 - len(of_body)
        self.assertEqual(counts("Contacts per body"), {key: n for key, n in wanted.items() if n})

    def caption(self):
        return self.browser.run("document.querySelector('#charts figcaption span').textContent.trim()")

    def test_the_histogram_names_the_range_that_contacts_have(self):
        self.open("two")
        self.assertEqual(self.caption(), "the only contact: -0.5 mm")
        contacts = self.open("equal")  # bins between the two would have no number of their own
        self.assertEqual(len({row["separation"] for row in contacts}), 2)
        self.assertEqual(self.caption(), "all contacts: -0.1 mm")
        contacts = self.open("grains")
        values = [float(row["separation"]) for row in contacts]
        low, high = re.fullmatch(r"contacts, from (\S+) to (\S+) mm", self.caption()).groups()
        self.assertAlmostEqual(float(low), min(values), delta=1e-3 * abs(min(values)))
        self.assertAlmostEqual(float(high), max(values), delta=1e-2 * abs(max(values)))

    def test_a_page_opens_with_the_deepest_contact(self):
        for name in ("grains", "small", "two"):
            contacts = self.open(name)
            chosen = self.deepest(contacts)
            self.assertEqual(self.browser.run("abut.state.chosen"), chosen)
            self.expect_contact(contacts[chosen], name == "small")
            self.assertEqual(self.browser.run("document.querySelector('tr.row.chosen').dataset.contact"), str(chosen))
        self.open("apart")
        self.assertEqual(self.browser.run("abut.state.chosen"), -1)
        self.assertIn("There are no contacts", self.browser.run("document.getElementById('details').innerText"))

    def test_numbers_are_short_until_all_digits_are_asked_for(self):
        contacts = self.open("grains")
        shown = "[...document.querySelectorAll('#details dd[data-field=witness_a] span')].map(s => s.textContent)"
        row = contacts[self.deepest(contacts)]
        for text, axis in zip(self.browser.run(shown), "xyz"):
            self.assertLessEqual(len(text), 9)
            self.assertAlmostEqual(float(text), float(row[f"witness_a_{axis}"]), delta=1e-2)
        self.browser.click(*self.centre_of("#details button"))
        self.assertEqual([float(text) for text in self.browser.run(shown)], [float(row[f"witness_a_{a}"]) for a in "xyz"])
        self.browser.run("abut.state.choose(0, 'test')")
        self.assertEqual([float(text) for text in self.browser.run(shown)],
                         [float(contacts[0][f"witness_a_{a}"]) for a in "xyz"])

    def test_the_scene_fills_its_canvas(self):
        for name in ("two", "grains", "small"):
            self.open(name)
            for view in ("corner", "front", "side", "top"):
                box = self.browser.run(f"""(() => {{
                  abut.camera.reset("{view}");
                  abut.viewer.draw();
                  const from = document.getElementById("solid"), to = document.createElement("canvas");
                  [to.width, to.height] = [from.width, from.height];
                  const context = to.getContext("2d", {{ willReadFrequently: true }});
                  context.drawImage(from, 0, 0);
                  const all = context.getImageData(0, 0, to.width, to.height).data, box = [1e9, 1e9, -1, -1];
                  for (let k = 0; k < all.length; k += 4) {{
                    if (all[k] === all[0] && all[k + 1] === all[1] && all[k + 2] === all[2]) continue;
                    const x = k / 4 % to.width, y = Math.floor(k / 4 / to.width);
                    box[0] = Math.min(box[0], x); box[1] = Math.min(box[1], y);
                    box[2] = Math.max(box[2], x); box[3] = Math.max(box[3], y);
                  }}
                  return [...box, to.width, to.height];
                }})()""")
                left, top, right, bottom, width, height = box
                text = f"{name}, {view}: {box}"
                self.assertGreaterEqual(min(left, top, width - 1 - right), 10, text)
                self.assertGreaterEqual(height - 1 - bottom, 45, text)  # the scale is there
                self.assertTrue(right - left > 0.93 * width or bottom - top > 0.85 * (height - 76), text)

    def test_few_bodies_have_hues_of_their_own(self):
        self.open("small")
        tints = self.browser.run("Array.from(abut.viewer.tints)")
        bodies = self.browser.run("Array.from(column('part_body'))")
        self.assertEqual(len(set(tints)), len(set(bodies)))
        hue = "(t => { const [r, g, b] = [t >> 16, t >> 8 & 255, t & 255]; return Math.max(r, g, b) - Math.min(r, g, b); })"
        self.assertGreater(min(self.browser.run(f"Array.from(abut.viewer.tints).map({hue})")), 25)

    def test_the_table_is_as_high_as_its_rows(self):
        for name in ("two", "small", "grains"):
            contacts = self.open(name)
            high = self.browser.run("document.getElementById('rows').offsetHeight")
            self.assertAlmostEqual(high, min(330, 34 + 27 * len(contacts)), delta=4)

    def test_the_title_is_said_once(self):
        self.open("two")
        self.assertEqual(self.browser.run("document.getElementById('subtitle').textContent"),
                         "Touching and overlapping pairs, f64, lengths in mm")

    def test_sides_are_drawn_by_the_page_itself(self):
        # In a graphics process without a GPU ten thousand outlines hold up the next picture for half a minute.
        self.open("grains")
        self.assertEqual(self.browser.run("[...document.querySelectorAll('#sides canvas')].map("
                                          "c => c.getContext('2d').getContextAttributes().willReadFrequently)"), [True] * 3)
        self.assertEqual(self.browser.run("document.getElementById('sides-note').textContent"), "")

    def test_no_card_of_checks_stands_alone(self):
        for name, wide in (("grains", ["Against the reference"]), ("small", ["Failures", "Against the reference"])):
            self.open(name)
            cards = self.browser.run("[...document.querySelectorAll('#checks .card')].map("
                                     "c => [c.querySelector('h3').textContent, c.classList.contains('wide')])")
            self.assertEqual([title for title, is_wide in cards if is_wide], wide)
            self.assertEqual(len(cards) - len(wide), 2)
            said = self.browser.run("document.getElementById('checks').innerText")
            self.assertEqual("No failures: every pair has an answer." in said, "Failures" not in wide)

    def test_figures_at_the_top_and_numbers_as_text(self):
        contacts = self.open("grains")
        figures = dict(self.browser.run("[...document.querySelectorAll('#figures div')].map(d => [...d.children].map(c => c.textContent))"))
        with open(self.pages["grains"][0].replace(".html", "/summary.json"), encoding="utf-8") as file:
            summary = json.load(file)
        for name, key in (("bodies", "bodies"), ("candidate pairs", "candidate_pairs"), ("contacts", "contacts"), ("failures", "failures")):
            self.assertEqual(figures[name], f"{summary[key]:,}")
        deepest, unit = figures["deepest overlap"].split()
        self.assertEqual((float(deepest), unit), (float(f"{summary['deepest_overlap']:.4g}"), "mm"))
        self.assertEqual(len(contacts), summary["contacts"] + summary["failures"])
        # `exact` reads back as the same number, with the digits that its precision needs.
        for x in (0.1, 1 / 3, 1e-38, 16777215.0, 3.4028234663852886e38):
            single = struct.unpack("f", struct.pack("f", x))[0]
            text = self.browser.run(f"exact({single!r}, true)")
            self.assertEqual(struct.unpack("f", struct.pack("f", float(text)))[0], single)
            self.assertLessEqual(len(re.sub(r"e.*|\D|^0\.0*", "", text).lstrip("0")), 9)
            self.assertEqual(float(self.browser.run(f"exact({x!r}, false)")), x)
        texts = {"short(0)": "0", "short(-0.00012345)": "-1.23e-4", "short(1234.56)": "1235", "short(2.5e7)": "2.50e7",
                 "count(1234567)": "1,234,567"}
        self.assertEqual({call: self.browser.run(call) for call in texts}, texts)
        steps = {call: self.browser.run(call) for call in ("niceStep(10, 10)", "niceStep(0.7, 40)", "niceStep(300, 6)")}
        self.assertEqual(steps, {"niceStep(10, 10)": 1, "niceStep(0.7, 40)": 0.02, "niceStep(300, 6)": 50})

    def test_mouse_and_keys_turn_and_zoom(self):
        contacts = self.open("grains")
        x, y = self.centre_of("#overlay")
        camera = "[abut.camera.azimuth, abut.camera.elevation, abut.camera.distance]"
        first = self.browser.run(camera)
        self.browser.drag(x, y, 80, 30)
        self.assertEqual(self.browser.run("abut.state.chosen"), self.deepest(contacts))
        turned = self.browser.run(camera)
        self.assertNotAlmostEqual(turned[0], first[0])
        self.assertNotAlmostEqual(turned[1], first[1])
        self.browser.wheel(x, y, -200)
        self.browser.wait(f"abut.camera.distance < {first[2]}")
        self.browser.key("ArrowLeft")
        self.browser.wait(f"abut.camera.azimuth !== {turned[0]}")
        self.browser.key("0")
        self.browser.wait(f"Math.abs(abut.camera.distance - {first[2]}) < 1e-9")

    def test_names_that_are_markup_stay_text(self):
        self.open("small")
        self.assertIsNone(self.browser.run("document.getElementById('injected')"))
        self.assertIn(HOSTILE, self.browser.run("document.body.innerText"))
        self.assertIsNone(self.browser.run("document.querySelector('i:not(.swatch)')"))

    def test_failures_are_counted_and_listed(self):
        contacts = self.open("small")
        failed = [i for i, row in enumerate(contacts) if row["status"].startswith("degenerate_shape")]
        self.assertEqual(len(failed), 1)
        text = self.browser.run("document.getElementById('checks').innerText")
        self.assertIn("degenerate_shape", text)
        self.browser.click(*self.centre_of("#checks .card button"))
        self.browser.wait(f"abut.state.chosen === {failed[0]}")

    def test_the_verify_table_is_there(self):
        self.open("grains")
        text = self.browser.run("document.getElementById('checks').innerText")
        self.assertIn("No disagreement", text)
        self.assertRegex(text, r"witness identity\s+\d\.\d\de[-+]\d+")

    def test_accessible_basics(self):
        self.open("grains")
        self.assertEqual(self.browser.run("document.documentElement.lang"), "en")
        self.assertEqual(self.browser.run("document.title"), "Contacts of grains.json")
        unlabelled = self.browser.run("[...document.querySelectorAll('button, input, select, [role=img], [tabindex]')]"
                                      ".filter(e => !(e.textContent.trim() || e.getAttribute('aria-label') || e.labels?.length)).length")
        self.assertEqual(unlabelled, 0)

    def test_nothing_is_fetched(self):
        self.open("grains")
        self.assertEqual([url for url in self.browser.requests() if not re.match(r"(file://.*grains\.html|data:)", url)], [])


class LargePage(Opened):
    """Ten thousand bodies: limits on size. How long it takes is for tests/report/show.py to say."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        inside = cls.folder.name
        scene, results, page = (os.path.join(inside, name) for name in ("large.json", "large", "large.html"))
        abut("scene", "grains", "--count", "10000", "--fraction", "0.77", "--grains", GRAINS, "--out", scene)
        abut("detect", scene, "--out", results)
        abut("report", results, "-o", page)
        with open(os.path.join(results, "contacts.csv"), encoding="utf-8", newline="") as file:
            cls.pages = {"large": (page, list(csv.DictReader(file)))}
        cls.browser = browser.Browser(browser.find()).__enter__()

    def test_ten_thousand_bodies_open_and_a_contact_can_be_clicked(self):
        self.assertLess(os.path.getsize(self.pages["large"][0]), 20e6)
        contacts = self.open("large")
        self.assertGreater(len(contacts), 40000)
        figures = self.browser.run("[...document.querySelectorAll('#figures dd')].map(d => d.textContent)")
        self.assertEqual(figures[0], "10,000")
        self.assertIn(f"{len(contacts):,}", figures)
        self.assertLess(self.browser.run("document.querySelectorAll('*').length"), 2000)
        self.click_a_contact(contacts, False)

    def test_sides_of_many_contacts_show_the_deepest_and_say_so(self):
        contacts = self.open("large")
        note = "document.getElementById('sides-note').textContent"
        self.assertEqual(self.browser.run(note), f"Drawn are the 500 deepest of {len(contacts):,} contacts.")
        drawn = self.browser.run("contactsOfSides()[0]")
        order = sorted(range(len(contacts)), key=lambda i: (float(contacts[i]["separation"]), i))
        self.assertEqual(drawn, order[:500])
        self.browser.run("(f => { f.value = '17'; f.dispatchEvent(new Event('input')); })(document.getElementById('filter'))")
        self.browser.wait(f"{note} === ''")


def main():
    if browser.find() is None:
        print("skipped: there is no Chromium here (Debian package chromium; ABUT_CHROMIUM names another one)")
        return 77
    sys.argv[1:] = []
    return 0 if unittest.main(exit=False).result.wasSuccessful() else 1


sys.exit(main())
