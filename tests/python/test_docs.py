"""What the documentation shows is what happens, and every public name is documented."""

import doctest
import inspect
import re
import runpy

import made_breps
import pytest
from conftest import ROOT

import abut

PARSER = doctest.DocTestParser()


def run_examples(text, name):
    text = re.sub(r"^```.*$", "", text, flags=re.MULTILINE)
    test = PARSER.get_doctest(text, {}, name, name, 0)
    assert test.examples
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test)
    assert runner.summarize().failed == 0


def test_the_tutorial_is_true(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # it writes files
    for name, part in (("plug", made_breps.cylinder(9.5, 40.0)), ("plate", made_breps.tube(30.0, 10.0, 8.0))):
        (tmp_path / f"{name}.brep.json").write_text(made_breps.text_of([part]))
    run_examples((ROOT / "docs/how-to/python.md").read_text(), "docs/how-to/python.md")


def test_the_packages_own_example_is_true():
    run_examples(abut.__doc__, "abut")


def test_the_readmes_snippet_runs():
    readme = (ROOT / "README.md").read_text()
    snippet = re.search(r"`(contacts = abut\.query_pairs\([^`]*\))`", readme).group(1)
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    bodies.add(shapes.add_sphere(1))
    bodies.add(0, [1, 0, 0])
    names = {"abut": abut, "shapes": shapes, "bodies": bodies}
    exec(snippet, names)
    assert names["contacts"].separation.tolist() == [-1.0]
    assert "docs/how-to/python.md" in readme


def test_the_example_of_a_million_pairs_runs(capsys):
    source = (ROOT / "examples/python/million_pairs.py").read_text()
    assert "1_000_000" in source
    runpy.run_path(str(ROOT / "examples/python/million_pairs.py"))
    assert re.search(r"^\d+ of 1000000 pairs overlap", capsys.readouterr().out)


def test_the_example_of_surfaces_runs(capsys):
    runpy.run_path(str(ROOT / "examples/python/surface_contacts.py"))
    told = capsys.readouterr().out
    gaps = re.findall(r"nearest +(-?[\d.]+), surfaces +(-?[\d.]+)", told)
    assert told.count("step") == 6 and len(gaps) > 2 and float(gaps[-1][0]) < 0 < float(gaps[0][0])
    assert all(-1e-4 <= float(knots) - float(exact) < 0.02 for knots, exact in gaps)


def test_the_example_of_a_cloth_runs(capsys):
    """It falls freely until it touches, hangs down around the ball at the end, and goes through nothing."""
    runpy.run_path(str(ROOT / "examples/python/deforming_cloth.py"))
    told = capsys.readouterr().out
    rows = [line.split() for line in told.splitlines()[1:-1]]
    assert len(rows) == 7 and rows[0][1] == "0" and rows[0][3] == "none"
    assert all(int(row[1]) > 100 and float(row[3]) > 0 for row in rows[3:])
    fallen = 0.4 - float(rows[1][4])
    assert abs(fallen - 9.81 * 0.15**2 / 2) < 0.01 and float(rows[-1][4]) < -0.1
    assert re.search(r"^\d+ searches of trees in 451 steps, trees built \d+ times$", told, re.MULTILINE)


@pytest.mark.skipif(not abut.cad_available(), reason="a build without OpenCASCADE")
def test_the_example_of_clearances_runs(capsys, monkeypatch):
    """The collar of the shaft is 10 mm beyond the bearing, which is a little askew: from there on they meet."""
    monkeypatch.setattr("sys.argv", ["clearance_along_motion.py"])
    runpy.run_path(str(ROOT / "examples/python/clearance_along_motion.py"))
    told = capsys.readouterr().out
    rows = re.findall(r"^ +(\d+) +([\d.]+) +([\d.]+|-)  (\w+) ", told, re.MULTILINE)
    assert len(rows) == 13 and float(rows[0][2]) == 2.5 and [row[3] for row in rows[-2:]] == ["crossing"] * 2
    assert all(float(row[2]) <= min(2.5, 10 - float(row[1])) + 1e-6 for row in rows if row[3] == "complete" and row[2] != "-")
    assert re.search(r"^the least that is clear: [\d.]+ mm at pose \d+, at \(", told, re.MULTILINE)


def test_the_overhead_is_measured(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["python_overhead.py", "--pairs", "2000", "--repeat", "1"])
    runpy.run_path(str(ROOT / "bench/python_overhead.py"), run_name="__main__")
    assert capsys.readouterr().out.count(" %") == 8


def public_callables():
    for name in abut.__all__:
        value = getattr(abut, name)
        if callable(value):
            yield name, value
            if inspect.isclass(value) and not issubclass(value, (Exception, int)):
                for method, body in vars(value).items():
                    if not method.startswith("_") and callable(getattr(value, method)):
                        yield f"{name}.{method}", body


@pytest.mark.parametrize("name, value", list(public_callables()), ids=lambda v: v if isinstance(v, str) else "")
def test_every_public_name_says_what_it_is(name, value):
    if name.endswith(".arrays"):
        return  # between the package and its extension
    doc = getattr(value, "__doc__", None) or getattr(getattr(value, "__func__", None), "__doc__", None)
    assert doc and len(doc.strip()) > 20, name


def test_all_is_all_that_is_public():
    assert sorted(abut.__all__) == sorted(set(abut.__all__))
    missing = [name for name in dir(abut) if not name.startswith("_") and name not in abut.__all__]
    assert missing == []
