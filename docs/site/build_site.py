"""Builds the documentation's site: build_site.py SOURCE_FOLDER BUILD_FOLDER SITE_FOLDER

Copies docs/ into BUILD_FOLDER/pages, adds a page per public header (Doxygen's XML, api_pages.py), writes the navigation from
nav.txt and from what exists, and runs `mkdocs build --strict`. A warning of Doxygen or MkDocs is an error.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import api_pages

HERE = pathlib.Path(__file__).resolve().parent
COPIED = (".md", ".svg", ".png", ".json")
NOT_PAGES = ("site", "figures")  # folders of docs/ that are programs
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)#\s]+)(#[^)\s]*)?\)")


def run(command, **options):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, command[:2]))} failed:\n{result.stdout}")
    return result.stdout


def read_nav():
    """(section, title, page, may be missing)"""
    for line in (HERE / "nav.txt").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        place, page = line.split(" = ")
        section, title = place.split(": ", 1)
        yield section, title, page.strip("[]"), page.startswith("[")


def copy_pages(docs, pages):
    for path in sorted(docs.rglob("*")):
        inside = path.relative_to(docs)
        if path.suffix in COPIED and inside.parts[0] not in NOT_PAGES:
            target = pages / inside
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    shutil.copytree(HERE / "assets", pages / "assets")


def without_links(text, folder, pages, missing):
    """Links to public headers lead to the headers' pages. Links to pages that may be missing, and are, become text; so do
    those to other sources, which the site does not have."""
    headers = pages.parent / "include/abut"
    def plain(match):
        if re.match(r"[a-z]+:", match[2]):
            return match[0]
        target = (folder / match[2]).resolve()
        if target.is_relative_to(headers):
            page = pages / "api" / api_pages.page_of((target.relative_to(headers) / ("index.h" if target == headers else "")).as_posix())
            return f"[{match[1]}]({os.path.relpath(page, folder)}{match[3] or ''})"
        if not target.is_relative_to(pages):
            path = pathlib.PurePosixPath(match[2])
            return f"{match[1]} (`{'/'.join(part for part in path.parts if part != '..')}`)"
        return f"{match[1]} (not in this version)" if target.relative_to(pages).as_posix() in missing else match[0]
    return LINK.sub(plain, text)


def nav_of(pages, entries, source):
    nav = {}
    for section, title, page, _ in entries:
        if (pages / page).exists():
            nav.setdefault(section, []).append({title: page})
    named = {page for _, _, page, _ in entries}
    for path in sorted(pages.rglob("*.md")):
        page = path.relative_to(pages).as_posix()
        if page not in named and not page.startswith("api/"):
            nav.setdefault("More", []).append({first_heading(path): page})
    nav["C++ interface"] = ["api/index.md"] + [
        {title: [{header: f"api/{api_pages.page_of(header)}"} for header in members]}
        for title, members in api_pages.groups(source)]
    return [{section: items} for section, items in nav.items()]


def first_heading(path):
    found = re.search(r"^# (.*)", path.read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else path.stem


def main():
    source, build, site = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
    pages = build / "pages"
    shutil.rmtree(build, ignore_errors=True)
    pages.mkdir(parents=True)
    copy_pages(source / "docs", pages)
    entries = list(read_nav())
    missing = {page for _, _, page, may_miss in entries if may_miss and not (pages / page).exists()}
    for path in pages.rglob("*.md"):
        text = path.read_text(encoding="utf-8")
        text = without_links(text, path.parent, pages, missing)
        path.write_text(text.replace("```message\n", "``` { .text .message }\n"), encoding="utf-8")

    # The settings with this build's folder, so that it works whatever the folders are.
    settings = (HERE / "Doxyfile").read_text(encoding="utf-8") + f'OUTPUT_DIRECTORY = "{build}/doxygen"\n'
    (build / "doxygen").mkdir()
    run(["doxygen", "-"], input=settings, cwd=source)
    print(run([sys.executable, "-B", HERE / "api_pages.py", source, build / "doxygen/xml", pages / "api"]).strip())

    config = f"INHERIT: {json.dumps(str(HERE / 'mkdocs.yml'))}\n"
    for key, value in (("docs_dir", str(pages)), ("site_dir", str(site)), ("nav", nav_of(pages, entries, source))):
        config += f"{key}: {json.dumps(value)}\n"  # JSON is YAML
    (build / "mkdocs.yml").write_text(config, encoding="utf-8")
    # Not --quiet: that would hide the warnings from --strict.
    said = run([sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", build / "mkdocs.yml"])
    if re.search("warning", said, re.IGNORECASE):
        sys.exit(f"mkdocs warns:\n{said}")
    search = (site / "search/search_index.json").read_text(encoding="utf-8")
    (site / "search/search_index.js").write_text(f"var __index = {search}\n", encoding="utf-8")
    print(f"{sum(1 for _ in site.rglob('*.html'))} pages in {site}")


main()
