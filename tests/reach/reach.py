#!/usr/bin/env python3
"""Which function of the library is reachable from which language: docs/reference/reach.md.

reach.py ROOT            says whether the table is current
reach.py ROOT --write    makes it anew

A batch function is one that a public header declares in namespace abut without a body, or a method of a class that
works through many pairs or for those that do (CLASSES). C is read from include/abut/c/, Python from host/python/abut/.
"""
import ast
import re
import sys
from pathlib import Path

CLASSES = ("PairFinder", "PairFilter", "FacetTrees", "FacetContactFinder", "PlanarPairFinder", "ContactSurfaces",
           "SurfaceContactFinder", "ContactComplexes", "ContactBreps", "BrepContactFinder", "DeformingBodies",
           "CudaDeformingBodies", "DeformingContactFinder", "DeformingParts")
# Names that the rule (abut_, cuda_ for a device, the name, _f32 and _f64 for a template) does not give.
C_NAMES = {
    ("planar_pose", "host"): "abut_planar_pose_of",
    ("find_patches", "Cuda", "list"): "abut_cuda_find_patches_of_list",
    ("find_facet_contacts", "Cuda", "list"): "abut_cuda_find_facet_contacts_of_list",
    ("FacetTrees", "view", "Cpu"): "abut_facet_trees_copy_surface",
    ("detect", "Cpu", "candidates"): "abut_detect_candidates",
    ("detect", "Cuda", "candidates"): "abut_cuda_detect_candidates",
}
ON_DEVICE = {"stream", "backend", "executor", "device", "cuda"}
# What Python calls otherwise: (class, name, executor, note) to a function, or a class's method.
PYTHON_NAMES = {
    ("FacetTrees", "view", "Cpu", ""): "FacetTrees.surface",
    ("", "check", "host", ""): "NurbsSurface",
    ("", "radius", "host", ""): "SphericalHarmonics.radius",
    ("ContactComplexes", "view", "Cpu", ""): "ContactComplexes.simplices",
    ("ContactBreps", "model", "Cpu", ""): "ContactBreps.notes",
    ("", "complex_of", "host", ""): "SimplicialComplex.from_mesh",
    ("", "place_parts", "Cuda", ""): "DeviceScene.place",
    ("", "query_pair_list", "Cuda", ""): "DeviceScene.query_pairs",
    ("", "find_patches", "Cuda", "list"): "DeviceScene.find_patches",
    ("", "match_pairs", "Cuda", ""): "match_pairs_on_device",
    ("", "match_contacts", "Cuda", ""): "match_contacts_on_device",
    ("", "carry", "Cuda", ""): "carry_on_device",
    ("", "filter_pairs", "Cuda", ""): "DevicePairFilter.filter",
    ("", "learn_clearances", "Cuda", ""): "DevicePairFilter.learn",
    ("", "take_part_places", "Cuda", ""): "DevicePairFilter.restore",
    ("", "refit_tree", "Cuda", ""): "DeviceScene.find_pairs",
    ("", "find_facet_contacts", "Cuda", "list"): "DeviceScene.find_facet_contacts",
    ("", "query_planar_pair_list", "Cuda", ""): "DevicePlanarScene.query_planar_pairs",
}
# Device memory that callers of C++ and C lay out and hand over, and Python's objects and calls own: by whom.
OWNED = {
    "device_shapes_bytes": "DeviceScene", "copy_shapes": "DeviceScene",
    "device_parts_bytes": "DeviceScene", "copy_parts": "DeviceScene",
    "query_pairs_workspace": "DeviceScene.query_pairs",
    "part_tree_bytes": "DeviceScene.find_pairs", "part_tree_in": "DeviceScene.find_pairs",
    "build_tree": "DeviceScene.find_pairs", "build_tree_workspace": "DeviceScene.find_pairs",
    "refit_tree_workspace": "DeviceScene.find_pairs", "find_pairs_workspace": "DeviceScene.find_pairs",
    "find_patches_workspace": "DeviceScene.find_patches",
    "match_contacts_workspace": "match_contacts_on_device",
    "filter_pairs_workspace": "DevicePairFilter.filter",
    "device_facets_bytes": "DeviceFacets", "copy_facets": "DeviceFacets",
    "find_facet_contacts_workspace": "DeviceScene.find_facet_contacts",
    "device_planar_shapes_bytes": "DevicePlanarScene", "copy_planar_shapes": "DevicePlanarScene",
    "query_planar_pairs_workspace": "DevicePlanarScene.query_planar_pairs",
}


def without_comments(text):
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)
    return re.sub(r"^\s*#[^\n]*(\\\n[^\n]*)*", "", text, flags=re.M)


def statements(text):
    """(scope, declaration) of everything that ends in a semicolon; the scope is the openings around it."""
    scope, start, depth = [], 0, 0
    for i, c in enumerate(text):
        if c == "(":
            depth += 1
        elif c == ")":
            depth -= 1
        elif depth:
            continue
        elif c == "{":
            scope.append(" ".join(text[start:i].split()))
            start = i + 1
        elif c == "}":
            scope.pop()
            start = i + 1
        elif c == ";":
            yield list(scope), " ".join(text[start:i].split())
            start = i + 1


def scope_class(scope):
    """None outside namespace abut, '' directly in it, the class's name in one of CLASSES."""
    if not scope or scope[0] != "namespace abut":
        return None
    if len(scope) == 1:
        return ""
    match = re.search(r"\bclass (\w+)", scope[1])
    return match.group(1) if len(scope) == 2 and match and match.group(1) in CLASSES else None


def function_of(declaration):
    """(name, arguments, whether it is a template over the scalar), or None."""
    declaration = re.sub(r"^(public|private) ?: ?", "", declaration)
    if re.match(r"(using|static_assert|friend|extern|typedef|enum|explicit|~|operator|inline constexpr)", declaration):
        return None
    template = re.match(r"template ?<(class|typename) (T|Q)>", declaration)
    plain = re.sub(r"^template ?<[^>]*> ?", "", declaration)
    if "=" in plain.split("(")[0] or "operator" in plain:
        return None
    match = re.match(r"[\w:<>,&*\s\[\]]*?\b(\w+) ?\((.*)\)( const)?( noexcept)?$", plain)
    if not match or match.group(1) in CLASSES or " " not in plain.split("(")[0]:
        return None
    return match.group(1), match.group(2), bool(template)


def cpp_functions(root):
    """(header, class, name, executor, note, whether a template), in the order of headers and declarations."""
    seen = set()
    for path in sorted((root / "include/abut").rglob("*.h")):
        header = path.relative_to(root / "include").as_posix()
        if header.startswith("abut/c/") or header == "abut/abut_c.h":
            continue
        private = False
        for scope, declaration in statements(without_comments(path.read_text(encoding="utf-8"))):
            owner = scope_class(scope)
            if owner is None:
                continue
            private = bool(owner) and (private or declaration.startswith("private"))
            found = function_of(declaration)
            if private or not found:
                continue
            name, arguments, template = found
            executor = "Cuda" if "const Cuda&" in arguments else "Cpu" if "const Cpu&" in arguments or owner else "host"
            note = "candidates" if name == "detect" and "candidates" in arguments else ""
            note = "list" if name == "find_patches" and "PairListContacts<" in arguments else note
            note = "list" if name == "find_facet_contacts" and "FacetPairList<" in arguments else note
            row = (header, owner, name, executor, note, template)
            if row[1:] not in seen:
                seen.add(row[1:])
                yield row


def snake(name):
    return re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()


def c_names(owner, name, executor, note, template):
    keys = ((owner, name, executor), (name, executor, note), (name, executor))
    base = next((C_NAMES[key] for key in keys if key in C_NAMES), None)
    if not base:
        base = "abut_" + (snake(owner) + "_" if owner else "cuda_" if executor == "Cuda" else "") + name
    return [base + "_f32", base + "_f64"] if template else [base]


def c_functions(root):
    text = "".join(p.read_text(encoding="utf-8") for p in (root / "include/abut/c").glob("*.h"))
    return set(re.findall(r"ABUT_C_API[^;(]*?\b(abut_\w+)\(", text))


class Python:
    """Public functions with their parameters, classes and their methods, of the package's files."""

    def __init__(self, root):
        folder = root / "host/python/abut"
        self.functions, self.classes, self.methods, public = {}, set(), set(), None
        for path in sorted(folder.glob("*.py*")):
            if path.suffix not in (".py", ".pyi"):
                continue
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in tree.body:
                if isinstance(node, ast.FunctionDef):
                    names = [a.arg for a in node.args.args + node.args.kwonlyargs]
                    self.functions.setdefault(node.name, set()).update(names)
                elif isinstance(node, ast.ClassDef):
                    self.classes.add(node.name)
                    self.methods |= {(node.name, f.name) for f in node.body if isinstance(f, ast.FunctionDef)}
            if path.name == "__init__.py":
                public = {a.asname or a.name for n in tree.body if isinstance(n, ast.ImportFrom) for a in n.names}
        if public is not None:
            self.functions = {name: a for name, a in self.functions.items() if name in public}
            self.classes &= public
            self.methods = {(owner, name) for owner, name in self.methods if owner in public}

    def is_there(self, name):
        """A function, a class or Class.method of the package."""
        owner, _, method = name.rpartition(".")
        return (owner, method) in self.methods if owner else name in self.functions or name in self.classes

    def text(self, owner, name, executor, note):
        """What the table says: yes, by which name if it is another one, who owns it, or no."""
        if not owner and name in OWNED:
            return f"owned by `{OWNED[name]}`" if self.is_there(OWNED[name]) else "no"
        other = PYTHON_NAMES.get((owner, name, executor, note))
        if other:
            return f"yes, `{other}`" if self.is_there(other) else "no"
        return "yes" if self.has(owner, name, executor) else "no"

    def has(self, owner, name, executor):
        if owner:
            return (owner, name) in self.methods
        if executor == "Cuda":
            return ("DeviceScene", name) in self.methods or bool(self.functions.get(name, set()) & ON_DEVICE)
        return name in self.functions or ("ShapeSet", name) in self.methods


def table(root):
    c, python = c_functions(root), Python(root)
    lines, counts = [], {"c": 0, "python": 0, "owned": 0, "all": 0}
    for header, owner, name, executor, note, template in cpp_functions(root):
        wanted = c_names(owner, name, executor, note, template)
        in_c = all(n in c for n in wanted)
        in_python = python.text(owner, name, executor, note)
        counts["all"] += 1
        counts["c"] += in_c
        counts["python"] += in_python.startswith("yes")
        counts["owned"] += in_python.startswith("owned")
        shown = (owner + "::" if owner else "") + name + {"candidates": ", given candidates", "list": ", of a list"}.get(note, "")
        c_text = "yes, `" + wanted[0].removesuffix("_f32") + ("_f32`, `_f64`" if template else "`") if in_c else "no"
        lines.append(f"| `{shown}` | {executor} | `{header}` | {c_text} | {in_python} |")
    return lines, counts


def strangers(root):
    """Of the tables above: what no header declares, and what says of Python's names a class or function that is not there."""
    rows = list(cpp_functions(root))
    there = {(owner, name, executor, note) for _, owner, name, executor, note, _ in rows}
    names = {name for _, owner, name, _, _, _ in rows if not owner}
    python = Python(root)
    for row, other in PYTHON_NAMES.items():
        if row not in there or not python.is_there(other):
            yield f"PYTHON_NAMES: {row}: {other}"
    for name, owner in OWNED.items():
        if name not in names or not python.is_there(owner):
            yield f"OWNED: {name}: {owner}"


def page(root):
    lines, counts = table(root)
    return "\n".join([
        "# What is reachable from where", "",
        "Made by `tests/reach/reach.py . --write` from the headers and the Python package; a test keeps it current. Every function that",
        "a public C++ header declares for the library to define, and the classes that are used from step to step. `Cpu` and `Cuda` are",
        "the executors; `host` takes none. Functions that the headers define themselves, per-pair ones, are C++ and CUDA alone.", "",
        "Device memory is the caller's in C++ and C; in Python objects and calls own it, and the table says which. NumPy's arrays are",
        "taken by all others, those of CuPy, PyTorch and DLPack on a device by the functions of `Cuda`.", "",
        f"{counts['all']} functions in C++, {counts['c']} in C, {counts['python']} in Python, which owns the memory of {counts['owned']} more.", "",
        "| C++ | executor | header | C | Python |", "|---|---|---|---|---|", *lines, ""])


def main(root, *options):
    root = Path(root)
    path = root / "docs/reference/reach.md"
    made = page(root)
    wrong = list(strangers(root))
    if wrong:
        print("tests/reach/reach.py names what is not there:", *wrong, sep="\n    ")
        return 1
    if options == ("--write",):
        path.write_text(made, encoding="utf-8")
    if not path.exists() or path.read_text(encoding="utf-8") != made:
        print("docs/reference/reach.md is not current; make it anew by: tests/reach/reach.py . --write")
        return 1
    print(next(line for line in made.splitlines() if " functions in C++" in line))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
