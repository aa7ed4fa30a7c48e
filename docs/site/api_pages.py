"""Makes one Markdown page per public header from Doxygen's XML: its head, then every declaration with its contract.

Usage: api_pages.py SOURCE_FOLDER XML_FOLDER OUT_FOLDER; page_paths() says which pages there are.
"""

import pathlib
import re
import sys
import textwrap
import xml.etree.ElementTree as ElementTree

WIDTH = 100  # of signatures
GROUPS = [
    ("Batches: abut/", ""), ("Shapes", "shapes"), ("Bodies", "bodies"), ("Candidate pairs", "pairs"), ("Trees", "bvh"),
    ("Contacts and patches", "contacts"), ("The plane", "planar"), ("One pair", "narrow"), ("Core", "core"),
]


def headers(source):
    root = pathlib.Path(source) / "include/abut"
    return sorted(path.relative_to(root).as_posix() for path in root.rglob("*.h"))


def page_of(header):
    """`detect.h` has the page `detect.md`: the folder is left to the caller."""
    return header.removesuffix(".h") + ".md"


def groups(source):
    """(title, headers) in the order of the navigation; a folder that is not in GROUPS comes last under its name."""
    all_headers = headers(source)
    known = [folder for _, folder in GROUPS]
    folders = sorted({header.rpartition("/")[0] for header in all_headers} - set(known))
    for title, folder in GROUPS + [(folder, folder) for folder in folders]:
        members = [header for header in all_headers if header.rpartition("/")[0] == folder]
        if members:
            yield title, members


def head_of(text):
    """The comment that a header begins with, as Markdown: indented lines stay as they are."""
    lines = []
    for line in text.splitlines():
        if not line.startswith("//"):
            break
        lines.append(line[2:].removeprefix(" "))
    out, paragraph = [], []

    def flush():
        if paragraph and paragraph[0].startswith("  "):
            out.append("\n".join("    " + line for line in paragraph))
        elif paragraph:
            out.append(escaped(" ".join(paragraph)))
        paragraph.clear()

    for line in lines:
        if not line.strip():
            flush()
            continue
        if paragraph and line.startswith("  ") != paragraph[0].startswith("  "):
            flush()
        paragraph.append(line)
    flush()
    return "\n\n".join(out)


def escaped(text):
    """Text for Markdown; what is in backticks stays."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") and len(part) > 1 else re.sub(r"([\\*_<>\[\]`|#])", r"\\\1", part)
                   for part in parts)


class Writer:
    def __init__(self, xml):
        self.places = {}  # of everything that has a heading: (header, anchor)
        self.members = {}  # by header: (line, kind, element, class or None)
        for path in sorted(pathlib.Path(xml).glob("*.xml")):
            if not path.name.startswith(("namespace", "class", "struct", "union")):
                continue
            compound = ElementTree.parse(path).getroot().find("compounddef")
            if compound is not None:
                self.take(compound)

    def take(self, compound):
        name = compound.findtext("compoundname")
        if hidden(name):
            return
        if compound.get("kind") == "namespace":
            for member in compound.iter("memberdef"):
                self.put(member, "member")
        elif compound.get("prot") != "private":
            self.put(compound, "class")

    def put(self, element, kind):
        place = element.find("location")
        file = place.get("declfile") or place.get("file")
        line = int(place.get("declline") or place.get("line"))
        header = file.split("include/abut/", 1)[1]
        self.members.setdefault(header, []).append((line, kind, element))
        name = element.findtext("compoundname") or element.findtext("name")
        self.places[element.get("id")] = (header, anchor(name, line))

    def page(self, header, head):
        out = [f"# abut/{header}\n", head, f'\n```cpp\n#include "abut/{header}"\n```\n']
        for line, kind, element in sorted(self.members.get(header, []), key=lambda m: m[0]):
            out.append(self.class_text(header, element, line) if kind == "class"
                       else self.member_text(header, element, line))
        text = "\n".join(part for part in out if part) + "\n"
        return re.sub(r"(?<![\w`/])docs/([\w/-]+\.md)", rf"[docs/\1]({'../' * (header.count('/') + 1)}\1)", text)

    def class_text(self, header, element, line):
        name = element.findtext("compoundname").removeprefix("abut::")
        template = template_of(element)
        out = [f"## {escaped(name)} {{ #{anchor(name, line)} }}\n",
               f"```cpp\n{template}{element.get('kind')} {name}\n```\n", self.contract(header, element) + "\n"]
        for member in element.iter("memberdef"):
            if member.get("prot") != "public" or member.get("kind") == "friend":
                continue
            text = self.contract(header, member)
            if member.get("kind") in ("variable", "enum"):
                out.append(item(value_of(member), text))
            else:
                out.append(f"\n```cpp\n{signature(member)}\n```\n" + (f"\n{text}\n" if text else ""))
        return "\n".join(part for part in out if part) + "\n"

    def member_text(self, header, element, line):
        name, kind = element.findtext("name"), element.get("kind")
        heading = f"## {escaped(name)} {{ #{anchor(name, line)} }}\n"
        if kind == "enum":
            out = [heading, f"```cpp\nenum class {name}\n```\n", self.contract(header, element) + "\n"]
            for value in element.iter("enumvalue"):
                shown = f"{value.findtext('name')} {value.findtext('initializer') or ''}".strip()
                out.append(item(shown, self.contract(header, value)))
            return "\n".join(part for part in out if part) + "\n"
        shown = value_of(element) + ";" if kind == "variable" else signature(element)
        return f"{heading}\n```cpp\n{shown}\n```\n\n{self.contract(header, element)}\n"

    def contract(self, header, element):
        texts = [self.markdown(header, part) for part in (element.find("briefdescription"),
                                                          element.find("detaileddescription")) if part is not None]
        return "\n\n".join(text for text in texts if text)

    def markdown(self, header, element):
        blocks = []
        for child in element:
            if child.tag == "para":
                blocks.append(self.inline(header, child))
            elif child.tag.startswith("sect"):
                blocks.append(self.markdown(header, child))
        return "\n\n".join(block for block in blocks if block.strip())

    def inline(self, header, para):
        out = [escaped(para.text or "")]
        for child in para:
            if child.tag == "computeroutput":
                text = "".join(child.itertext())
                target = next((self.places[r.get("refid")] for r in child.iter("ref") if r.get("refid") in self.places),
                              None)
                out.append(link(header, f"`{text}`", target))
            elif child.tag in ("itemizedlist", "orderedlist"):
                items = ["- " + indented(self.markdown(header, item), "  ") for item in child.iter("listitem")]
                out.append("\n\n" + "\n".join(items) + "\n\n")
            elif child.tag in ("verbatim", "programlisting"):
                out.append("\n\n" + textwrap.indent("".join(child.itertext()), "    ") + "\n\n")
            else:
                out.append(escaped("".join(child.itertext())))
            out.append(escaped(child.tail or ""))
        return "".join(out).strip()


def link(header, text, target):
    if target is None or target[0] == header:
        return text if target is None else f"[{text}](#{target[1]})"
    up = "../" * header.count("/")
    return f"[{text}]({up}{page_of(target[0])}#{target[1]})"


def anchor(name, line):
    """The line tells overloads from each other."""
    return re.sub(r"[^a-z0-9]+", "-", name.removeprefix("abut::").lower()).strip("-") + f"-{line}"


def hidden(name):
    return name is None or "_detail" in name or "@" in name or name == "std"


def indented(text, by="    "):
    return text.replace("\n", "\n" + by)


def template_of(element):
    parameters = element.find("templateparamlist")
    if parameters is None:
        return ""
    shown = []
    for parameter in parameters:
        text = flat(parameter.find("type"))
        name = parameter.findtext("declname") or ""
        default = flat(parameter.find("defval"))
        shown.append(f"{text} {name}".strip() + (f" = {default}" if default else ""))
    return f"template <{', '.join(shown)}>\n"


def item(shown, text):
    return f"- `{shown}`" + (f": {indented(text, '  ')}" if text else "")


def flat(element):
    return "" if element is None else as_written("".join(element.itertext()))


def as_written(code):
    """Doxygen's spacing, `const T &x` and `span< T >`, as the headers have it."""
    code = " ".join(code.split()).replace("< ", "<").replace(" >", ">")
    code = re.sub(r" ([&*]+)(?=\w)", r"\1 ", code)
    code = re.sub(r" ([&*]+)(?=[ ,)]|$)", r"\1", code)
    return re.sub(r"(?<=[\w)\]])=(?=[\w\"'{-])", " = ", code)


def value_of(element):
    if element.get("kind") == "enum":
        return f"enum {element.findtext('name')}"
    static = "static " if element.get("static") == "yes" else ""
    initial = flat(element.find("initializer"))
    return f"{static}{flat(element.find('type'))} {element.findtext('name')}{element.findtext('argsstring') or ''} " \
           f"{initial}".strip()


def signature(element):
    """A declaration as it stands in the header, broken between arguments where it is long."""
    kind, arguments = element.get("kind"), as_written(element.findtext("argsstring") or "")
    type_ = flat(element.find("type"))
    if kind == "typedef":
        return f"{template_of(element)}{' '.join(element.findtext('definition').split())};"
    begin = f"{type_} {element.findtext('name')}".strip()
    if element.get("explicit") == "yes":
        begin = "explicit " + begin
    if len(begin) + len(arguments) >= WIDTH:
        depth, lines, now = 0, [], begin
        for token in re.split(r"(?<=,) ", arguments):
            joined = now + (" " if now and not now.endswith("(") and now != begin else "") + token
            if depth <= 1 and len(joined) > WIDTH and now != begin:
                lines.append(now)
                joined = " " * 4 + token
            now = joined
            depth += token.count("<") + token.count("(") - token.count(">") - token.count(")")
        return template_of(element) + "\n".join(lines + [now]) + ";"
    return f"{template_of(element)}{begin}{arguments};"


def main():
    source, xml, out = map(pathlib.Path, sys.argv[1:4])
    writer = Writer(xml)
    rows = []
    for title, members in groups(source):
        rows.append(f"\n## {title}\n")
        rows.append("| header | what it is |\n|---|---|")
        for header in members:
            head = head_of((source / "include/abut" / header).read_text(encoding="utf-8"))
            page = out / page_of(header)
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(writer.page(header, head), encoding="utf-8")
            first = re.split(r"(?<=[.]) ", head.split("\n\n")[0])[0]
            rows.append(f"| [{header}]({page_of(header)}) | {first} |")
    intro = (pathlib.Path(__file__).parent / "api_index.md").read_text(encoding="utf-8")
    (out / "index.md").write_text(intro + "\n".join(rows) + "\n", encoding="utf-8")
    print(f"{len(headers(source))} headers, {sum(map(len, writer.members.values()))} declarations")


if __name__ == "__main__":
    main()
