"""The stub, the signatures and the docstrings say the same of the package. No type checker and no nanobind is needed."""

import ast
import dataclasses
import inspect
import re

import numpy as np
import pytest
from conftest import ROOT

import abut
from abut import _abut

STUB = ast.parse((ROOT / "host/python/abut/_abut.pyi").read_text())


def functions_of(tree, prefix=""):
    """Name and definition of all functions and properties of the stub."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield prefix + node.name, node
        if isinstance(node, ast.ClassDef):
            yield from functions_of(node, prefix + node.name + ".")


STUBS = dict(functions_of(STUB))


def of_module(name):
    found = _abut
    for part in name.split("."):
        found = inspect.getattr_static(found, part) if inspect.isclass(found) else getattr(found, part)
    return found


def text_of(value):
    """Its docstring without the signatures that the binding puts in front."""
    doc = getattr(value, "__doc__", None) or getattr(getattr(value, "fget", None), "__doc__", None) or ""
    return " ".join(re.sub(r"^\w+\(.*\) -> .*$", "", doc, flags=re.MULTILINE).split())


def signature_of(value):
    """The binding's own text of what a function takes."""
    signatures = getattr(value, "__nb_signature__", ())
    return signatures[0][0] if signatures else ""


def test_the_stub_has_all_names_of_the_module_and_no_others():
    stubbed = {node.name for node in STUB.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    stubbed |= {node.target.id for node in STUB.body if isinstance(node, ast.AnnAssign)}
    there = {name for name in vars(_abut) if not name.startswith("__") or name == "__version__"}
    assert stubbed - {"Numbers", "Integers"} == there
    for name in ("ShapeSet", "BodySet", "PairFinder", "PairFilter", "WarmStart", "PlanarShapeSet"):
        methods = {method.split(".")[1] for method in STUBS if method.startswith(name + ".")}
        public = {method for method in vars(getattr(_abut, name)) if not method.startswith("_")}
        assert {method for method in methods if not method.startswith("_")} == public, name


@pytest.mark.parametrize("name", STUBS)
def test_the_stubs_text_is_the_modules(name):
    stub = " ".join((ast.get_docstring(STUBS[name]) or "").split())
    if stub:
        assert stub in text_of(of_module(name))


@pytest.mark.parametrize("name", [name for name in STUBS if not name.endswith("__init__")])
def test_arguments_of_the_stub_are_the_modules(name):
    """Names, their order, which are by keyword only, and defaults."""
    there = signature_of(of_module(name))
    if not there:
        return  # a property, or a slot of Python's own
    arguments = ast.parse(re.sub(r"\\\d+", "None", there).rstrip(": .") + ": ...").body[0].args
    ours = STUBS[name].args

    def names(args):
        return [a.arg for a in args.args], [a.arg for a in args.kwonlyargs]

    def defaults(args):
        return [ast.unparse(d) for d in args.defaults], [ast.unparse(d) for d in args.kw_defaults if d]

    assert names(arguments) == names(ours)
    assert list(map(len, defaults(arguments))) == list(map(len, defaults(ours)))


CUBE = [[x, y, z] for x in (0.0, 1.0) for y in (0.0, 1.0) for z in (0.0, 1.0)]


def two_balls():
    shapes, bodies = abut.ShapeSet(), abut.BodySet()
    shapes.add_sphere(1)
    bodies.add_many([0, 0], [[0, 0, 0], [1.5, 0, 0]])
    return shapes, bodies


def large_balls():
    shapes = abut.ShapeSet()
    for _ in range(2):
        shapes.add_sphere(100)
    return shapes


#: Objects of a method, and values of what has no default.
CALLS = {
    "ShapeSet.add_point": lambda: (abut.ShapeSet(), {"vertex": [1, 2, 3]}),
    "ShapeSet.add_segment": lambda: (abut.ShapeSet(), {"v0": [1, 2, 3], "v1": [3, 2, 1]}),
    "ShapeSet.add_triangle": lambda: (abut.ShapeSet(), {"v0": [1, 2, 3], "v1": [3, 2, 1], "v2": [0, 0, 1]}),
    "ShapeSet.add_box": lambda: (abut.ShapeSet(), {"half_extents": [1, 2, 3]}),
    "ShapeSet.add_hull": lambda: (abut.ShapeSet(), {"vertices": CUBE}),
    "ShapeSet.add_sphere": lambda: (abut.ShapeSet(), {"radius": 2.0}),
    "ShapeSet.add_capsule": lambda: (abut.ShapeSet(), {"radius": 2.0, "half_length": 3.0}),
    "ShapeSet.add_ellipsoid": lambda: (abut.ShapeSet(), {"semi_axes": [1, 2, 3]}),
    "ShapeSet.add_cylinder": lambda: (abut.ShapeSet(), {"radius": 2.0, "half_length": 3.0}),
    "ShapeSet.add_cone": lambda: (abut.ShapeSet(), {"radius": 2.0, "half_length": 3.0}),
    "ShapeSet.add_minkowski_sum": lambda: (two_balls()[0], {"a": 0, "b": 0}),
    "BodySet.add": lambda: (abut.BodySet(), {"shape": 0}),
    "BodySet.add_many": lambda: (abut.BodySet(), {"shapes": [0, 1], "positions": [[1, 2, 3], [4, 5, 6]]}),
    "BodySet.add_compound": lambda: (abut.BodySet(), {"shapes": [0, 1]}),
    "BodySet.set_pose": lambda: (two_balls()[1], {"body": 1, "position": [7, 8, 9]}),
    "BodySet.set_poses": lambda: (two_balls()[1], {}),
    "find_pairs": lambda: (None, dict(zip(("shapes", "bodies"), two_balls()))),
    "find_cross_pairs": lambda: (None, dict(zip(("shapes", "first", "second"), (*two_balls(), two_balls()[1])))),
    "find_nearest": lambda: (None, dict(zip(("shapes", "bodies", "points"), (*two_balls(), [[0, 0, 5]])))),
    "find_within": lambda: (None, dict(zip(("shapes", "bodies", "points", "radius"), (*two_balls(), [[0, 0, 5]], 9)))),
    "PairFinder.find": lambda: (abut.PairFinder(), dict(zip(("shapes", "bodies"), two_balls()))),
    "match_pairs": lambda: (None, {"before": np.array([[0, 1]], np.uint32), "now": np.array([[0, 1]], np.uint32)}),
    "PlanarShapeSet.add_point": lambda: (abut.PlanarShapeSet(), {"vertex": [1, 2]}),
    "PlanarShapeSet.add_disc": lambda: (abut.PlanarShapeSet(), {"radius": 2.0}),
    "PlanarShapeSet.add_segment": lambda: (abut.PlanarShapeSet(), {"v0": [1, 2], "v1": [3, 2]}),
    "PlanarShapeSet.add_polygon": lambda: (abut.PlanarShapeSet(), {"points": [[0, 0], [1, 0], [0, 1]]}),
    "planar_hull": lambda: (None, {"points": [[0, 0], [1, 0], [0, 1]]}),
    "planar_pose": lambda: (None, {"position": [1, 2], "angle": 0.5}),
}


def answer_of(name, options):
    """What a call returns, and what its object is like from then on."""
    on, required = CALLS[name]()
    result = getattr(abut if on is None else on, name.split(".")[-1])(**required, **options)
    state = [result] if not isinstance(result, tuple) else list(result)
    if isinstance(on, (abut.ShapeSet, abut.PlanarShapeSet)):
        state += [on.info(i) for i in range(len(on))]
    if isinstance(on, abut.BodySet):
        state += [on.positions(), on.matrices(), on.part_positions(), on.part_shapes()]
        on.add(0, groups=1, meets=1)  # pairs with bodies of the default masks and world alone
        on.add(0, groups=8, meets=8)
        state.append(abut.find_pairs(large_balls(), on, alert_distance=10))
    return repr(state)


@pytest.mark.parametrize("name", CALLS)
def test_defaults_of_the_stub_are_what_a_call_has_without_them(name):
    """What the module says it takes is written by hand: here it is taken at its word."""
    arguments = STUBS[name].args
    names = [a.arg for a in arguments.args][-len(arguments.defaults) :] if arguments.defaults else []
    defaults = {n: ast.literal_eval(d) for n, d in zip(names, arguments.defaults)}
    defaults |= {a.arg: ast.literal_eval(d) for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults)}
    plain = answer_of(name, {})
    assert plain == answer_of(name, defaults)
    for option, value in defaults.items():
        assert plain == answer_of(name, {option: value}), option
    with pytest.raises(TypeError):
        answer_of(name, {"no_such_option": 1})


PYTHON_FUNCTIONS = {
    name: getattr(abut, name)
    for name in abut.__all__
    if inspect.isfunction(getattr(abut, name)) and getattr(abut, name).__module__.startswith("abut._")
}


@pytest.mark.parametrize("name", PYTHON_FUNCTIONS)
def test_options_are_given_by_name(name):
    """What comes first is told by its place, what has a default by its name: one can be added without another meaning."""
    by_place = {"query_shape_pairs": {"poses"}, "find_clearances": {"b"}}
    for parameter in inspect.signature(PYTHON_FUNCTIONS[name]).parameters.values():
        if name.endswith("_on_device") and parameter.name in ("out", "stream"):  # needed, and by name as where they are not
            assert parameter.kind == parameter.KEYWORD_ONLY and parameter.default is inspect.Parameter.empty
            continue
        optional = parameter.default is not inspect.Parameter.empty and parameter.name not in by_place.get(name, ())
        assert (parameter.kind == parameter.KEYWORD_ONLY) == optional, parameter.name
        assert parameter.annotation is not inspect.Parameter.empty
    assert inspect.signature(PYTHON_FUNCTIONS[name]).return_annotation is not inspect.Signature.empty


@pytest.mark.parametrize("name", PYTHON_FUNCTIONS)
def test_arguments_that_are_described_are_there(name):
    function = PYTHON_FUNCTIONS[name]
    described = re.search(r"\n\s+Args:\n(.*?)(?:\n\n|\Z)", function.__doc__, re.DOTALL)
    if described is None:
        return
    names = re.findall(r"^ {8}([\w, ]+):", described.group(1), re.MULTILINE)
    names = [one.strip() for line in names for one in line.split(",")]
    parameters = list(inspect.signature(function).parameters)
    assert names == [p for p in parameters if p in names]  # no other names, in the order of the signature


#: Functions of arrays, and shapes that their descriptions have to name.
SHAPES = {
    "query_pairs": ["(M, 2) uint32"], "query_shape_pairs": ["(M, 2) uint32", "(M, 3, 4) float64", "(M, 3)", "(M, 4)"],
    "intersect_pairs": ["(M,) bool", "(M, 2) uint32"], "detect": ["(M, 2) uint32"], "find_patches": ["(M, 2) uint32"],
    "find_facet_contacts": ["(M, 2) uint32"],
    "match_pairs": ["(M, 2) uint32", "(M,) uint32"], "match_contacts": ["(M,) uint32", "(M, 2) uint32"],
    "carry": ["(M,) uint32", "(N, ...)"], "find_pairs": ["(M, 2) uint32"], "find_nearest": ["(N, 3) float64", "(N,) uint32"],
    "find_within": ["(N, 3) float64", "(M, 2) uint32", "(N + 1,) uint64"], "world_points": ["(M, 3) float64"],
    "statuses": ["(M,) uint8"], "feature_kind": ["(M,) uint8"], "feature_index": ["(M,) uint32"],
    "minkowski_difference": ["(N, 3)"], "entrance_block": ["(3,)"], "verify": ["(M, 2) uint32"],
    "find_shape_patches": ["(M, 2) uint32", "(M, 3, 4) float64", "(M, 3)", "(M, 4)"], "principal_axes": ["(3, 3)"],
    "find_planar_pairs": ["(M, 2) uint32", "(N,) uint32"], "query_planar_pairs": ["(M, 2) uint32"],
    "planar_hull": ["(N, 2)", "(K,) uint32"], "planar_pose": ["(2,)", "(N, 2)", "(N,)", "float64"],
    "planar_minkowski_difference": ["(N, 2)", "(2,)"], "planar_entrance_block": ["(N, 2)", "(2,)"],
    "PlanarBodies": ["(N,)", "(N, 2)"], "NurbsCurve": ["(n, 2)", "(n,)", "float64"], "NurbsSurface": ["(n, m, 3)", "(n, m)", "float64"],
    "point_at": ["(N,)", "float64"], "transformed": ["(3, 3)", "(3,)"], "closed_by_wrapping": ["(N, 2)", "(N,)"],
    "find_closest_points": ["(N,) uint32", "(N, 3)"], "find_local_minima": ["(N,) uint32", "(N, 3)"],
    "surface_separation": ["(M, 2) uint32"], "find_quasi_lmds": ["(M, 2) uint32"],
    "SimplicialComplex": ["(N,)", "(N, 2)", "(N, 3)", "(N, 4)"],
    "find_brep_contacts": ["(M, 2) uint32"], "find_brep_lmds": ["(3,)", "(4,)", "(3, 3)"],
    "find_clearances": ["(N, 3)", "(N, 4)", "(N, 3, 3)"],
    "find_deforming_pairs": ["(K, 2) uint32", "(M, 2) uint32"], "find_deforming_contacts": ["(K,) float64", "(K, 4) uint32"],
    "DeformingParts": ["(F, 3)", "(N, 3)"],
    "deforming_areas": ["(N,) float64", "(E,) float64"], "gap_hessians": ["(K, 12, 12) float64", "(N, 3)"],
    "pair_corners": ["(K, 6) uint32"], "facet_overlaps": ["(N, 3)", "(K, 6) uint32", "(K, 7) float64"],
    "facet_overlap_gradients": ["(K, 7) float64", "(K, 6, 3) float64"],
    "find_impacts": ["(N, 3)", "(M, 4) uint32"], "find_step_impacts": ["(N, 3)", "(F, 3) uint32", "(K, 2) uint32", "(K, 4) uint32"],
    "vertex_triangle_impacts": ["(M, 4, 3)"], "edge_edge_impacts": ["(M, 4, 3)"],
    "SphericalHarmonics": ["(K,) complex128", "float64"], "box_surface": ["(3,)", "float64"],
}


@pytest.mark.parametrize("name", SHAPES)
def test_descriptions_name_shapes_and_dtypes(name):
    text = text_of(getattr(abut, name))
    for shape in SHAPES[name]:
        assert shape in text, text


@pytest.mark.parametrize(
    "name", ["query_pairs", "query_shape_pairs", "intersect_pairs", "detect", "find_patches", "find_facet_contacts", "match_contacts", "carry",
             "find_pairs", "find_nearest", "find_within", "minkowski_difference", "entrance_block", "verify", "read_scene",
             "read_mesh", "write_obj", "write_parts", "write_results", "as_mesh", "examine", "mass_properties", "decompose",
             "measure_parts", "wrap_mesh", "repair_mesh", "DeviceScene", "DeviceFacets", "find_shape_patches", "write_contacts_hdf5",
             "write_grain_scene", "is_mesh_path", "faults_of", "principal_axes", "shape_mass_properties", "find_planar_pairs",
             "query_planar_pairs", "planar_hull", "planar_pose", "planar_minkowski_difference", "planar_entrance_block",
             "PlanarBodies", "NurbsCurve", "NurbsSurface", "ClosestPointCaches", "point_at", "insert_knot", "elevate_degree", "clamped",
             "is_closed", "transformed", "bezier_patches", "closed_by_wrapping", "closed_by_clamping", "knot_positions",
             "find_closest_points", "find_local_minima", "ContactSurfaces", "surface_separation", "SphericalHarmonics", "read_spherical_harmonics",
             "fit_surface", "box_surface", "turned_inside_out", "is_pole", "read_surface", "write_surface", "find_quasi_lmds",
             "SimplicialComplex", "read_complex", "read_cad", "read_brep", "write_brep", "supermaximal_features", "ContactBrep",
             "find_brep_lmds", "find_clearances", "find_brep_contacts", "DeformingBodies", "DeformingContactFinder", "find_deforming_pairs",
             "find_deforming_contacts", "deforming_areas", "gap_hessians", "pair_corners", "facet_overlaps", "facet_overlap_gradients",
             "find_impacts", "find_step_impacts", "vertex_triangle_impacts",
             "edge_edge_impacts", "DeformingParts"])
def test_descriptions_name_errors(name):
    assert re.search(r"Raises|raises|what is raised", text_of(getattr(abut, name)))


@pytest.mark.parametrize("name", [name for name in abut.__all__ if dataclasses.is_dataclass(getattr(abut, name))])
def test_records_are_built_by_their_fields_and_keep_their_order(name):
    kind = getattr(abut, name)
    fields = [f.name for f in dataclasses.fields(kind)]
    values = [f.default if f.default is not dataclasses.MISSING else i for i, f in enumerate(dataclasses.fields(kind))]
    made = kind(*values)
    assert [getattr(made, field) for field in fields] == values
    assert kind(**dict(zip(fields, values))) == made
    if kind.__dataclass_params__.frozen:
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(made, fields[0], None)


@pytest.mark.parametrize("kind", [abut.PlanarContacts, abut.PlanarPatches, abut.PlanarOverlaps])
def test_the_tables_of_the_plane_have_every_field_in_order(kind):
    rows = re.findall(r"^ {4}(\w+) +\((M, ?2|M,)\)( uint\d+)?", kind.__doc__, re.MULTILINE)
    assert tuple(row[0] for row in rows) == kind.fields
    made = kind(np.zeros(3, kind.row_dtype(np.float32)))
    for name, shape, dtype in rows:
        array = getattr(made, name)
        assert array.shape == ((3, 2) if "2" in shape else (3,)), name
        assert array.dtype == np.dtype(dtype.strip() or "float32"), name
        assert np.shares_memory(array, made.records)


def test_the_table_of_contacts_has_every_field_in_order():
    rows = re.findall(r"^ {4}(\w+) +\((M, ?3|M,)\)( uint\d+)?", abut.Contacts.__doc__, re.MULTILINE)
    assert tuple(row[0] for row in rows) == abut.FIELDS
    made = abut.Contacts.empty(2, dtype=np.float32)
    for name, shape, dtype in rows:
        array = getattr(made, name)
        assert array.shape == ((2, 3) if "3" in shape else (2,)), name
        assert array.dtype == np.dtype(dtype.strip() or "float32"), name


def test_facet_contacts_of_the_callers_arrays_have_what_was_given():
    made = abut.FacetContacts(np.zeros(3, np.uint64), normal=np.zeros((5, 3)), key=np.zeros(5, np.uint64))
    assert len(made) == 5 and len(abut.FacetContacts(made.offsets)) == 0 and made.separation is None and made.counts == {}
    names = [field.name for field in dataclasses.fields(made)][:-1]
    assert len(names) == len(made.arrays()) and all(getattr(made, n) is a for n, a in zip(names, made.arrays()))


@pytest.mark.parametrize("name", [n for n, f in vars(abut.DeviceScene).items() if inspect.isfunction(f) and not n.startswith("_")])
def test_methods_of_a_scene_on_a_device_describe_what_they_take(name):
    """Options by name, `stream` and what is written needed; what is described is there, in the order of the signature."""
    method = getattr(abut.DeviceScene, name)
    parameters = inspect.signature(method).parameters
    for parameter in parameters.values():
        if parameter.default is not inspect.Parameter.empty or parameter.name == "stream":
            assert parameter.kind == parameter.KEYWORD_ONLY, parameter.name
    assert parameters["stream"].default is inspect.Parameter.empty
    described = re.search(r"\n\s+Args:\n(.*?)(?:\n\n|\Z)", method.__doc__, re.DOTALL)
    names = re.findall(r"^ {12}(\w[\w, ]*):", described.group(1), re.MULTILINE) if described else []
    names = [one.strip() for line in names for one in line.split(",")]
    assert names == [p for p in parameters if p in names]


def test_statuses_are_those_of_the_header():
    text = (ROOT / "include/abut/core/contact.h").read_text()
    listed = re.search(r"enum class Status : std::uint8_t \{\n(.*?)\n\};", text, re.DOTALL).group(1)
    names = {name.upper(): int(value) for name, value in re.findall(r"^  (\w+) = (\d+),", listed, re.MULTILINE)}
    assert names == {status.name: status.value for status in abut.Status}


def test_contacts_take_no_other_attribute_and_say_what_they_have():
    some = abut.Contacts.empty(4, fields=("normal", "status"))
    assert repr(some) == "Contacts of 4 pairs: normal, status" and repr(abut.Contacts()) == "Contacts of 0 pairs: no field"
    with pytest.raises(AttributeError):
        some.depth = 1
    for what in (abut.Contacts.is_contact, abut.statuses):
        with pytest.raises(ValueError, match="status is None; allowed are contacts with that field"):
            what(abut.Contacts.empty(4, fields=("normal",)))
    with pytest.raises(ValueError, match="fields has 'depth'; allowed are separation, normal"):
        abut.Contacts.empty(1, fields=("depth",))


def test_features_are_cut_into_kind_and_index():
    words = np.array([0, 1 << 62, (2 << 62) | 5, (3 << 62) | 0xFFFFFFFF, (1 << 62) | (7 << 40)], np.uint64)
    assert abut.feature_kind(words).tolist() == [0, 1, 2, 3, 1]
    assert abut.feature_index(words).tolist() == [0, 0, 5, 0xFFFFFFFF, 0]
    assert abut.feature_kind(words).dtype == np.uint8 and abut.feature_index(words).dtype == np.uint32
