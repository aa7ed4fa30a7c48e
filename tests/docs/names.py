"""Holds what the documentation names against what there is: names.py SOURCE_FOLDER

Every page (README.md, CONTRIBUTING.md, docs/, and READMEs of other folders):

    links           lead to a file that is there, and to a heading of it
    `files`         that are named in code are in the repository, by their path or, alone, by their name
    `identifiers`   of C++, CMake, Python and the environment stand in some source
    commands        of `./run` and of `abut` exist
    numbers         that are constants of the library are these (NUMBERS)
    navigation      docs/site/nav.txt has the pages of docs/, each once, and pages that exist
    options         docs/reference/options.md has the fields of each structure, with the headers' defaults

What a program writes (build/, results) is not looked for, nor what a table calls planned; ALLOWED has the names that look
like such of the repository and are not.
"""

import pathlib
import re
import sys

SOURCE_SUFFIXES = {".h", ".cpp", ".cu", ".cuh", ".c", ".f90", ".py", ".pyi", ".js", ".css", ".cmake", ".in", ".toml", ".json", ".txt",
                   ".yml", ".sh", ".map", ".supp", ".csv", ".dict"}
SOURCES = ("include", "host", "kernels", "examples", "bench", "tests", "cmake", "docs/site", "docs/figures", "docs/images")
FILE = re.compile(r"^[\w./*{},-]+\.(h|cpp|cu|cuh|c|f90|py|cmake|in|md|schema\.json|js|supp)$|^[\w./*{},-]+/$")
IDENTIFIER = re.compile(r"^(?:[A-Za-z_]\w*(?:::|\.|->))*~?[A-Za-z_]\w*(?:<[\w:, ]*>)?(?:\(\))?$")
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)#\s]*)(#[^)\s]*)?\)")
IMAGE = re.compile(r"!\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
ALLOWED = {
    "PascalCase", "snake_case",  # ways to write
    "GeometryId", "broadcast_to", "export.textExt",  # of Drake, NumPy and YADE
    "device.md", "view.py",  # written by `./run device` and by `abut detect`
}
# (page, the number in its text, header, the constant): products and shifts are worked out.
NUMBERS = (
    ("docs/reference/layouts.md", r"Hulls of (\d+) vertices or more whose", "shapes/shape_set_view.h", "min_climb_vertices"),
    ("docs/reference/layouts.md", r"Hulls of (\d+) to \d+ vertices have scan", "shapes/shape_set_view.h", "min_scan_table_vertices"),
    ("docs/reference/layouts.md", r"their box centres; at most (\d+)\.", "shapes/shape_set_view.h", "max_sum_terms"),
    ("docs/notes/executors.md", r"from (\d+) vertices on by tables", "shapes/shape_set_view.h", "min_scan_table_vertices"),
    ("docs/explanation/architecture.md", r"up to (\d+)\s+vertices, `Cuda` up to", "narrow/polytope.h", "max_polytope_vertices"),
    ("docs/notes/query-steps.md", r"EPA has (\d+) vertices, and what is still open", "narrow/penetration.h", "max_curved_vertices"),
    ("docs/reference/scene-format.md", r"has the terms of both, (\d+) at most", "shapes/shape_set_view.h", "max_sum_terms"),
    ("docs/reference/support.md", r"at most (\d+) terms", "shapes/shape_set_view.h", "max_sum_terms"),
)


def pages_of(root):
    own = [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").rglob("*.md"))]
    others = [p for folder in ("bench", "examples", "tests") for p in sorted((root / folder).rglob("README.md"))]
    return [page for page in own + others if page.exists() and "LICENSE" not in page.name]


def without_blocks(text):
    """The text without fenced and indented blocks and comments; as many lines."""
    blank = lambda match: "\n" * match[0].count("\n")
    text = re.sub(r"^```.*?^```$", blank, text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"<!--.*?-->", blank, text, flags=re.DOTALL)
    text = re.sub(r"^\|.*\| planned \|$", "", text, flags=re.MULTILINE)
    return re.sub(r"(?<=\n\n)(?: {4}.*\n)+", blank, text)


def slug(heading):
    """The anchor of a heading, as Python-Markdown and GitHub make it."""
    named = re.search(r"\{#([\w-]+)\}\s*$", heading)
    if named:
        return named[1]
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").strip().lower()
    return re.sub(r"[\s]+", "-", re.sub(r"[^\w\s-]", "", text))


def anchors(text):
    return {slug(match[1]) for match in re.finditer(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", text, flags=re.S | re.M), re.MULTILINE)}


class Repository:
    def __init__(self, root):
        self.root = root
        self.files = [p for p in root.rglob("*") if p.is_file() and not {"build", ".git"} & set(p.relative_to(root).parts)]
        self.names = {p.name for p in self.files}
        self.words = {p.stem for p in self.files} | {f"test_{p.name}" for p in (root / "tests").glob("*")}
        for path in self.files:
            inside = path.relative_to(root).as_posix()
            if path.suffix in SOURCE_SUFFIXES and (inside.startswith(SOURCES) or "/" not in inside) or inside in ("run", ".ci/run"):
                self.words |= set(re.findall(r"[A-Za-z_]\w*", path.read_text(encoding="utf-8", errors="replace")))
        run = (root / "run").read_text(encoding="utf-8") if (root / "run").exists() else ""
        self.run_commands = set(re.findall(r"^command_(\w+)\(\)", run, re.MULTILINE)) | {"help"}
        self.run_commands |= {name.replace("_", "-") for name in self.run_commands}
        cli = "".join(p.read_text(encoding="utf-8") for p in sorted((root / "host/cli").glob("*.cpp"))) if (root / "host/cli").exists() else ""
        self.abut_commands = set(re.findall(r'add_subcommand\("(\w+)"', cli)) | {"help"}

    def has_file(self, name):
        """By its path from the root, from include/ or from docs/; alone, by its name anywhere. With * and {a,b}."""
        for one in braces(name):
            places = [self.root, self.root / "include", self.root / "include/abut", self.root / "docs"]
            found = any(next(iter(place.glob(one.rstrip("/"))), None) is not None for place in places)
            if not found and "*" not in one:
                found = any(f"/{p.relative_to(self.root).as_posix()}".endswith(f"/{one}") for p in self.files)
            if not found and "/" not in one.rstrip("/"):
                found = any(one.rstrip("/") in p.parts for p in self.files)
            if not found:
                return False
        return True


def braces(name):
    match = re.search(r"\{([^{}]*)\}", name)
    if not match:
        return [name]
    return [each for part in match[1].split(",") for each in braces(name[:match.start()] + part + name[match.end():])]


def is_name(word, code):
    """Whether it is to be found in a source: no plain word of English, and no placeholder as in abut_NAME_new."""
    if word.startswith("_") or re.search(r"(?:^|_)(?!ABUT_|PEERS_)[A-Z]{3,}(?:$|_)", word) and not word.startswith("ABUT_"):
        return False
    return "_" in word or "::" in code or re.search(r"[a-z][A-Z]", word) is not None


def number_faults(root, texts):
    for name, pattern, header, constant in NUMBERS:
        page = (root / name).resolve()
        if page not in texts:
            continue
        said = re.search(pattern, texts[page])
        if not said:
            yield f"{name}: no text like {pattern}, which names {constant}"
            continue
        value = re.search(rf"\b{constant} = ([\d <u*]+);", (root / "include/abut" / header).read_text(encoding="utf-8"))
        if not value or eval(value[1].replace("u", ""), {"__builtins__": {}}) != int(said[1]):
            yield f"{name}: says {said[1]}, {constant} is {value[1] if value else 'gone'}"


OPTIONS = "docs/reference/options.md"
FIELD = re.compile(r"^  (?!static\b)[\w:<>(), ]+? (\w+)(?:\s*=\s*([^;]+)|\{\})?;", re.MULTILINE)
DEFAULTS = {"std::numeric_limits<double>::infinity()": "infinity", "nullptr": "null", None: "none"}


def fields_of(header, name):
    """(field: default, as the page writes it) of a structure."""
    body = re.search(rf"^struct {name} \{{\n(.*?)^\}};", header, re.MULTILINE | re.DOTALL)
    plain = re.sub(r"//[^\n]*", "", body[1]).replace("*", " ") if body else ""
    return {match[1]: DEFAULTS.get(match[2] and match[2].strip(), (match[2] or "").strip().rsplit("::", 1)[-1])
            for match in FIELD.finditer(plain)}


def option_faults(root, texts):
    """A section is headed by a structure's name and begins with its header; rows are `| field | default |`."""
    page = (root / OPTIONS).resolve()
    for section in re.split(r"^## ", texts.get(page, ""), flags=re.MULTILINE)[1:]:
        name = re.match(r"`(\w+)`\n\n`(abut/[\w/]+\.h)`", section)
        if not name:
            continue
        said = dict(re.findall(r"^\| `(\w+)` \| ([^|]*?) \|", section, re.MULTILINE))
        there = fields_of((root / "include" / name[2]).read_text(encoding="utf-8"), name[1])
        for field in sorted(said.keys() | there.keys()):
            if said.get(field) != there.get(field):
                yield f"{OPTIONS}: {name[1]}::{field} is {said.get(field)}; the header has {there.get(field)}"


def nav_faults(root):
    """Pages in brackets may be missing."""
    nav = root / "docs/site/nav.txt"
    if not nav.exists():
        return
    lines = [line for line in nav.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    named = [line.split(" = ", 1)[1] for line in lines]
    pages = {page.relative_to(root / "docs").as_posix() for page in (root / "docs").rglob("*.md")} - {"site/api_index.md"}
    for page in sorted(set(named)):
        if not page.startswith("[") and page not in pages:
            yield f"docs/site/nav.txt: there is no such page: {page}"
        if named.count(page) > 1:
            yield f"docs/site/nav.txt: is there twice: {page}"
    for page in sorted(pages - {page.strip("[]") for page in named}):
        yield f"docs/site/nav.txt: has no place for the page {page}"


def link_faults(page, text, texts):
    for match in list(LINK.finditer(text)) + list(IMAGE.finditer(text)):
        target, anchor = match[1], (match[2] or "")[1:] if match.re is LINK else ""
        if re.match(r"[a-z]+:", target):
            continue
        path = (page.parent / target).resolve() if target else page
        if not path.exists():
            yield match.start(), f"the link leads nowhere: {target}"
        elif anchor and path.suffix == ".md" and anchor not in anchors(texts.get(path, "")):
            yield match.start(), f"no heading has this anchor: {target}#{anchor}"


def code_faults(repository, text):
    for match in CODE.finditer(text):
        code = match[1].strip()
        command = re.match(r"(?:\./)?(run|abut) ([a-z][\w-]*)", code)
        if command and (command[1] == "abut" or code.startswith("./")):
            known = repository.abut_commands if command[1] == "abut" else repository.run_commands
            if command[2] not in known:
                yield match.start(), f"there is no such command: {command[0]}"
        elif code in ALLOWED or code.startswith(("build/", "/", ".")):
            continue
        elif FILE.match(code):
            if not repository.has_file(code):
                yield match.start(), f"there is no such file: {code}"
        elif IDENTIFIER.match(code):
            for word in re.findall(r"[A-Za-z_]\w*", code):
                if is_name(word, code) and word not in repository.words:
                    yield match.start(), f"no source has this name: {word}" + (f" (of {code})" if word != code else "")


def faults(root):
    repository = Repository(root)
    texts = {page.resolve(): page.read_text(encoding="utf-8") for page in pages_of(root)}
    for page, whole in texts.items():
        text = without_blocks(whole)
        for at, fault in [*link_faults(page, text, texts), *code_faults(repository, text)]:
            yield f"{page.relative_to(root)}:{text.count(chr(10), 0, at) + 1}: {fault}"
    yield from number_faults(root, texts)
    yield from option_faults(root, texts)
    yield from nav_faults(root)


def main():
    found = list(faults(pathlib.Path(sys.argv[1]).resolve()))
    if found:
        sys.exit("\n".join(found) + f"\n{len(found)} faults")
    print("every link, file and name is there")


if __name__ == "__main__":
    main()
