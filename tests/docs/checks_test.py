"""The checks of this folder find what they are for."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "docs/figures"))

import figures
import messages
import names
import peers_chart
import snippets

SOURCE = '''
// throw InvalidInput("in a comment");
void f(double x) { throw abut::InvalidInput("f: x is " + std::to_string(x) + "; allowed: 0 to " + std::to_string(most)); }
void g() { if (bad) throw std::runtime_error(name + (many ? " are" : " is") + ": \\"too\\" many"); }
void h() { lines_.fail("found " + in_quotes(word)); fail(name + ".count", count, "at most " + std::to_string(3)); }
[[noreturn]] void fail(const std::string& what);
void i() { fail_at_line(file, 3, "a colour"); throw; throw std::bad_alloc(); }
void j() { throw abut::InvalidInput("index is " + std::to_string(at)); throw other::InvalidInput("not ours"); }
'''


class Messages(unittest.TestCase):
    def test_are_the_literal_texts_of_what_is_thrown(self):
        self.assertEqual(
            ["f: x is …; allowed: 0 to …", '…: "too" many', "found …", "….count is …: at most …", "a colour",
             "index is …"],
            [pattern for _, _, pattern in messages.messages_of(SOURCE)])

    def result_of(self, source, page, status="fine"):
        with tempfile.TemporaryDirectory() as root:
            for path, text in (("host/a.cpp", source), ("docs/errors/a.md", page),
                               ("docs/errors/status.md", "# Status\n\n## fine\n"),
                               ("include/abut/core/contact.h", f"enum class Status {{\n  {status} = 0,\n}};\n")):
                file = pathlib.Path(root) / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            return subprocess.run([sys.executable, "-B", messages.__file__, "check", root], capture_output=True, text=True,
                                  check=False)

    def test_need_an_entry_and_entries_a_message(self):
        source = 'void f() { throw FileError(path + ": gone"); }\n'
        self.assertEqual(0, self.result_of(source, "```message\n…: gone\n```\n").returncode)
        self.assertIn("no entry", self.result_of(source, "").stderr)
        self.assertIn("no source gives", self.result_of(source, "```message\n…: gone\n…: away\n```\n").stderr)
        self.assertIn("no section for the status bad", self.result_of(source, "```message\n…: gone\n```\n", "bad").stderr)
        self.assertIn("two entries", self.result_of(source, "```message\n…: gone\n…: gone\n```\n").stderr)


PAGE = '''# A page

    abut info rock.obj      # a comment
    abut info bracket.stl

Text.

    not a command

<!-- snippet: not run, it takes hours -->
```sh
abut torture
```

<!-- snippet: after
int two = 2;
-->
```cpp
#include <map>
int four = two + two;
```

It prints

```
four
```
'''


class Snippets(unittest.TestCase):
    def setUp(self):
        self.blocks = list(snippets.blocks_of("docs/a.md", PAGE))

    def test_are_fenced_or_begin_with_a_command(self):
        self.assertEqual(["sh", "sh", "cpp", ""], [block.language for block in self.blocks])
        self.assertEqual("abut info rock.obj      # a comment\nabut info bracket.stl\n", self.blocks[0].code)
        self.assertEqual("not run, it takes hours", self.blocks[1].mark)
        self.assertEqual("It prints", self.blocks[3].before)

    def test_fragments_are_compiled_after_what_they_need(self):
        block = self.blocks[2]
        text = snippets.fragment(block)
        self.assertLess(text.index("#include <map>"), text.index(f"void fragment_{block.name}"))
        self.assertLess(text.index("int two = 2;"), text.index(f'#line {block.line + 1} "docs/a.md"'))

    def runner(self, folder):
        runner = snippets.Runner(pathlib.Path(__file__).parents[2], pathlib.Path(folder))
        runner.start_page("docs/a.md")
        return runner

    def test_of_commands_that_fail_are_faults(self):
        with tempfile.TemporaryDirectory() as folder:
            runner = self.runner(folder)
            runner.block(snippets.Block("a", 1, "sh", "cat rock.obj\n", "", ""))
            self.assertEqual([], runner.faults)
            runner.block(snippets.Block("a", 1, "sh", "cat missing\necho but\n", "", ""))
            runner.block(snippets.Block("a", 1, "sh", "./run nothing\n", "", ""))
            runner.block(snippets.Block("a", 1, "sh", "dem --no-such-option\n", "", ""))
            runner.block(snippets.Block("a", 1, "ruby", "1\n", "", ""))
            self.assertEqual(4, len(runner.faults), runner.faults)

    def test_outputs_are_compared(self):
        with tempfile.TemporaryDirectory() as folder:
            runner = self.runner(folder)
            runner.printed = "pairs   12 in 0.3 s\nfirst -0.5\n"
            runner.output(snippets.Block("a", 1, "", "pairs 12 in ...\nfirst -0.5\n", "output", ""))
            self.assertEqual([], runner.faults)
            runner.output(snippets.Block("a", 1, "", "first -0.5\npairs 12 in ...\n", "output", ""))
            runner.output(snippets.Block("a", 1, "", "pairs 12\n", "", "It prints"), exact=True)
            self.assertEqual(2, len(runner.faults), runner.faults)

    def test_excerpts_stand_in_their_files(self):
        with tempfile.TemporaryDirectory() as folder:
            runner = self.runner(folder)
            mark = "excerpt of examples/one_pair/one_pair.cpp"
            runner.block(snippets.Block("a", 1, "cpp", "abut::ShapeSet shapes;\nconst auto brick = shapes.add_box({1.0, 0.5, 0.25});\n",
                                        mark, ""))
            self.assertEqual([], runner.faults)
            runner.block(snippets.Block("a", 1, "cpp", "abut::ShapeSet shape;\n", mark, ""))
            self.assertEqual(1, len(runner.faults))


class Figures(unittest.TestCase):
    def test_are_equal_to_within_rounding(self):
        drawn = '<svg><line x1="10.00" y1="-3"/><text>ab 1</text></svg>'
        self.assertIsNone(figures.difference(drawn, drawn.replace("10.00", "10.01")))
        self.assertIsNotNone(figures.difference(drawn, drawn.replace("10.00", "10.20")))
        self.assertIsNotNone(figures.difference(drawn, drawn.replace("ab", "ac")))
        self.assertIsNotNone(figures.difference(drawn, drawn.replace("</text>", " 2</text>")))


RESULTS = """A machine. 30,000 pairs.

== near, gap 1e-3 of the size

ns a query            one      hull512      mix
abut f32              100          400      100
abut f64              200          200      200
coal default          300          300      300
coal bvguess          200          100      100
bullet gjkepa2        500          500      500
bullet pairdetector   600          600      600

failures, largest error        one      hull512          mix
abut f32                  0, 2e-07     0, 2e-07     0, 2e-07
abut f64                  0, 2e-07     0, 2e-07     0, 2e-07
coal default              9, 2e-07     9, 2e-07     9, 2e-07
coal bvguess              1, 2e-07     0, 2e-07     2, 2e-07
bullet gjkepa2            3, 2e-07     4, 2e-07     5, 2e-07
bullet pairdetector       0, 2e-07     0, 2e-07     1, 2e-07
"""


class PeersChart(unittest.TestCase):
    def test_has_the_means_and_the_failures_of_the_results(self):
        found, checked = peers_chart.numbers(RESULTS)
        self.assertEqual(4500, checked)
        self.assertEqual([159, 200, 126, 500, 600], [round(ns) for ns, _ in found["near"]])
        self.assertEqual([0, 0, 3, 12, 1], [wrong for _, wrong in found["near"]])


class Names(unittest.TestCase):
    """names.py on a repository of a few files, with one page that is right but for what a test adds."""

    FILES = {
        "run": "command_test() {\n",
        "include/abut/core/vec3.h": "namespace abut {} struct Vec3 {}; inline constexpr int most_things = 1u << 4;",
        "host/cli/a.cpp": 'app.add_subcommand("info", "")',
        "docs/other.md": "# Another page\n\n## A part of it {#part}\n\n### With `code`, and more\n",
    }
    PAGE = """# A page

[Here](#a-page), [there](other.md#part), [deeper](other.md#with-code-and-more), [out](https://example.org/x).
`Vec3`, `abut::most_things`, `core/vec3.h`, `vec3.h`, `include/abut/`, `{core,host}/`, `./run test`, `abut info`, `build/x.h`.

    abut nothing `no_name`

| `host/later/` | planned |
"""

    def faults_with(self, more="", numbers=()):
        with tempfile.TemporaryDirectory() as root:
            for name, text in {**self.FILES, "README.md": self.PAGE.replace("other.md", "docs/other.md") + more}.items():
                path = pathlib.Path(root) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            kept, names.NUMBERS = names.NUMBERS, numbers
            try:
                return list(names.faults(pathlib.Path(root).resolve()))
            finally:
                names.NUMBERS = kept

    def test_what_is_there_passes(self):
        self.assertEqual([], self.faults_with())

    def test_what_is_not_there_is_found_with_its_place(self):
        for text, fault in (("[x](docs/gone.md)", "the link leads nowhere: docs/gone.md"),
                            ("![x](docs/gone.svg)", "the link leads nowhere: docs/gone.svg"),
                            ("[x](docs/other.md#gone)", "no heading has this anchor: docs/other.md#gone"),
                            ("`core/gone.h`", "there is no such file: core/gone.h"),
                            ("`host/later/`", "there is no such file: host/later/"),
                            ("`abut::fewest_things`", "no source has this name: fewest_things (of abut::fewest_things)"),
                            ("`./run tests`", "there is no such command: ./run tests"),
                            ("`abut inform FILE`", "there is no such command: abut inform")):
            self.assertEqual([f"README.md:9: {fault}"], self.faults_with(text + "\n"))

    def test_numbers_are_the_constants(self):
        of = (("README.md", r"at most (\d+) things", "core/vec3.h", "most_things"),)
        self.assertEqual([], self.faults_with("at most 16 things\n", of))
        self.assertEqual(["README.md: says 8, most_things is 1u << 4"], self.faults_with("at most 8 things\n", of))
        self.assertEqual(1, len(self.faults_with("", of)))

    def test_the_navigation_has_the_pages_that_are_there(self):
        kept = self.FILES
        for nav, fault in (("A: One = other.md\n", []),
                           ("A: One = other.md\nA: Two = [later.md]\n", []),
                           ("A: One = other.md\nA: Two = later.md\n", ["there is no such page: later.md"]),
                           ("A: One = other.md\nB: One = other.md\n", ["is there twice: other.md"]),
                           ("# nothing\n", ["has no place for the page other.md"])):
            self.FILES = {**kept, "docs/site/nav.txt": nav}
            self.assertEqual([f"docs/site/nav.txt: {each}" for each in fault], self.faults_with())
        self.FILES = kept

    def test_options_are_those_of_the_header(self):
        page = "# Options\n\n## `Things`\n\n`abut/core/things.h`, for all.\n\n| `most` | 3 | how many |\n| `where` | null | here |\n"
        header = "struct Things {\n  static constexpr int least = 1;\n  int most = 3;  ///< a number\n  void* where = nullptr;\n};\n"
        added = {names.OPTIONS: page, "include/abut/core/things.h": header}
        for files, fault in (({}, []),
                             ({names.OPTIONS: page.replace("3", "4")}, ["Things::most is 4; the header has 3"]),
                             ({names.OPTIONS: page.replace("where", "place")},
                              ["Things::place is null; the header has None", "Things::where is None; the header has null"])):
            kept, self.FILES = self.FILES, {**self.FILES, **added, **files}
            self.assertEqual([f"{names.OPTIONS}: {each}" for each in fault], [f for f in self.faults_with() if "Things" in f])
            self.FILES = kept


if __name__ == "__main__":
    unittest.main()
