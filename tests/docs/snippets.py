"""Finds what README.md, CONTRIBUTING.md and docs/ show as code, and sees to it that it works.

    snippets.py extract SOURCE_FOLDER OUT_FOLDER    writes the C++ for CMake to compile: program_*.cpp, fragment_*.cpp
    snippets.py run SOURCE_FOLDER BUILD_FOLDER      runs the rest, compares what programs print, and counts

Blocks are fenced, or indented and begin with a command. A comment in front of a block, <!-- snippet: ... -->, says

    after CODE          what a C++ fragment is compiled after (else: shapes, bodies and pose, see FRAGMENT)
    excerpt of FILE     the block stands in FILE, which is built, word for word but for indentation
    output              lines that the commands before have printed; `...` in a line stands for anything
    not run, REASON     what cannot be run here
"""

import dataclasses
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import textwrap

import samples

PAGES = ("README.md", "CONTRIBUTING.md", "docs/*.md", "docs/*/*.md")
COMMANDS = ("abut", "dem", "dem_collisions", "./run", "build/release/bin/bench_")
ELSEWHERE = ("python", "c", "fortran", "cuda")  # tested with those interfaces
MARK = re.compile(r"<!-- snippet: (.*?)-->\s*$", re.DOTALL)
FRAGMENT = """\
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "abut/abut.h"
#include "abut/decompose.h"
#include "abut/io.h"
#include "abut/planar.h"
{includes}
void {name}();
void {name}() {{
{preamble}
#line {line} "{page}"
{code}
}}
"""
PREAMBLE = "abut::ShapeSet shapes;\nabut::BodySet bodies;\n[[maybe_unused]] const abut::Pose pose;"


@dataclasses.dataclass
class Block:
    page: str
    line: int
    language: str
    code: str
    mark: str
    before: str  # the paragraph in front of it

    @property
    def where(self):
        return f"{self.page}:{self.line}"

    @property
    def name(self):
        return re.sub(r"\W+", "_", self.page.removeprefix("docs/").removesuffix(".md")) + f"_{self.line}"

    @property
    def is_program(self):
        return self.language == "cpp" and "int main(" in self.code


def blocks_of(page, text):
    """Blocks in order. Fences inside of list items do not occur."""
    lines = text.splitlines()
    i, begin = 0, 0  # begin: of what lies between the last block and this one
    while i < len(lines):
        fence = re.match(r"^```(\w*)", lines[i])
        indented = lines[i].startswith("    ") and (i == 0 or not lines[i - 1].strip())
        if not fence and not indented:
            i += 1
            continue
        end = i + 1
        if fence:
            while lines[end] != "```":
                end += 1
            body, language = lines[i + 1:end], fence[1]
            end += 1
        else:
            while end < len(lines) and (lines[end].startswith("    ") or
                                        (not lines[end].strip() and lines[end + 1:end + 2] and
                                         lines[end + 1].startswith("    "))):
                end += 1
            body = [line[4:] for line in lines[i:end]]
            language = "sh" if body[0].startswith(COMMANDS) else ""
        before = "\n".join(lines[begin:i]).rstrip()
        mark = MARK.search(before)
        if mark:
            before = before[:mark.start()].rstrip()
        paragraph = before.rsplit("\n\n", 1)[-1].strip()
        if fence or language or mark:
            yield Block(page, i + 1, language, "\n".join(body) + "\n", mark[1].strip() if mark else "", paragraph)
        i = begin = end


def all_blocks(source):
    for pattern in PAGES:
        for path in sorted(source.glob(pattern)):
            page = path.relative_to(source).as_posix()
            yield from blocks_of(page, path.read_text(encoding="utf-8"))


def compiled(block):
    return block.language == "cpp" and not block.mark.startswith(("not run", "excerpt of"))


def fragment(block):
    preamble = block.mark.removeprefix("after").strip() if block.mark.startswith("after") else PREAMBLE
    text = preamble + "\n" + block.code
    includes = [line for line in text.splitlines() if line.startswith("#include")]
    bare = [re.sub(r"^#include.*", "", part, flags=re.MULTILINE) for part in (preamble, block.code)]
    return FRAGMENT.format(includes="\n".join(includes), name="fragment_" + block.name, preamble=bare[0],
                           line=block.line + 1, page=block.page, code=bare[1])


def extract(source, out):
    out.mkdir(parents=True, exist_ok=True)
    wanted = {}
    for block in filter(compiled, all_blocks(source)):
        if block.is_program:
            wanted[f"program_{block.name}.cpp"] = f'#line {block.line + 1} "{block.page}"\n{block.code}'
        else:
            wanted[f"fragment_{block.name}.cpp"] = fragment(block)
    for path in out.glob("*.cpp"):
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        path = out / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:  # what is as it was is not compiled anew
            path.write_text(text, encoding="utf-8")


class Runner:
    def __init__(self, source, build):
        self.source, self.build = source, build
        self.counts, self.reasons, self.faults = {}, [], []
        self.folder, self.printed = None, ""
        self.run_commands = set(re.findall(r"^command_(\w+)\(", (source / "run").read_text(), re.MULTILINE))
        path = os.pathsep.join([str(build / "bin"), str(build / "bin/examples"), os.environ["PATH"]])
        self.environment = {**os.environ, "PATH": path, "ABUT_GRAINS": str(source / "examples/grains")}

    def count(self, what, number=1):
        self.counts[what] = self.counts.get(what, 0) + number

    def fault(self, block, text):
        self.faults.append(f"{block.where}: {text}")

    def start_page(self, page):
        self.folder = self.build / "docs/scratch" / re.sub(r"\W+", "_", page)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.printed = ""
        samples.write(self.folder)
        (self.folder / "examples").symlink_to(self.source / "examples")
        (self.folder / "tests").symlink_to(self.source / "tests")

    def block(self, block):
        if block.mark.startswith("not run, "):
            self.count("not run")
            self.reasons.append(f"{block.where}: {block.mark.removeprefix('not run, ')}")
        elif block.mark.startswith("excerpt of "):
            self.excerpt(block)
        elif block.mark == "output":
            self.output(block)
        elif block.language == "cpp":
            self.cpp(block)
        elif block.language == "sh":
            self.shell(block)
        elif block.language == "json":
            self.json(block)
        elif block.language == "cmake":
            self.cmake(block)
        elif block.language in ELSEWHERE:
            self.count(f"{block.language}: tested with that interface")
        elif block.language in ("", "text", "message"):
            if block.before.endswith("It prints"):
                self.output(block, exact=True)
            else:
                self.count("no code")
        else:
            self.fault(block, f"a block of the language {block.language} that no test knows")

    def excerpt(self, block):
        self.count("excerpts of files that are built")
        file = self.source / block.mark.removeprefix("excerpt of ")
        if textwrap.dedent(block.code) not in dedented(file.read_text(encoding="utf-8"), block.code):
            self.fault(block, f"does not stand so in {file.relative_to(self.source)}")

    def cpp(self, block):
        if not block.is_program:
            self.count("C++ fragments compiled")
            return
        self.count("C++ programs run")
        program = self.build / "docs/bin" / f"program_{block.name}"
        self.command(block, str(program))

    def output(self, block, exact=False):
        self.count("outputs compared")
        if exact:
            if block.code != self.printed:
                self.fault(block, f"is not what is printed:\n{self.printed}")
            return
        place = 0
        for line in block.code.splitlines():
            pattern = r"[ \t]*" + r".*?".join(
                r"[ \t]+".join(re.escape(word) for word in part.split(" ") if word or part == " ")
                for part in line.strip().split("..."))
            found = re.compile(pattern).search(self.printed, place)
            if not found:
                self.fault(block, f"has a line that is not printed, or not there: {line}\nprinted:\n{self.printed}")
                return
            place = found.end()

    def command(self, block, code, limit=240):
        script = "set -euo pipefail\n" + code
        result = subprocess.run(["timeout", str(limit), "bash", "-c", script], cwd=self.folder, env=self.environment,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        self.printed = result.stdout
        return result.returncode

    def shell(self, block):
        """Commands of the program as a whole; of `dem`, two seconds of each; of ./run, whether there is such a command."""
        own, lines = [], re.sub(r"\\\n\s*", " ", block.code).splitlines()
        for line in lines:
            word = line.split(" ")[0] if line else ""
            if word == "./run":
                self.count("./run commands, looked up")
                name = line.split()[1].replace("-", "_")
                if name not in self.run_commands:
                    self.fault(block, f"./run has no command {name}")
            elif word.startswith("build/release/bin/bench_"):
                self.count("benchmarks, looked up")
                if not (self.source / f"bench/{word.rsplit('bench_', 1)[1]}.cpp").exists():
                    self.fault(block, f"there is no {word}")
            elif word in ("dem", "dem_collisions"):
                self.count("commands of dem begun")
                self.dem(block, line)
            else:
                own.append(line)
        code = "\n".join(own).strip()
        if not code:
            return
        self.count("commands run", len([line for line in own if line.strip() and not line.startswith("#")]))
        status = self.command(block, code)
        if status != 0:
            self.fault(block, f"ended with status {status}:\n{self.printed}")

    def dem(self, block, line):
        """The run that a restart is of is run to its end, which is what the restart then has to say."""
        kept = "--out small" in line
        status = self.command(block, line, 240 if kept else 2)
        good = status == 0 or (status == 124 and not kept)
        if "--restart" in line:
            good = "that run is at its end" in self.printed
        if not good:
            self.fault(block, f"{line}\n{self.printed}")

    def json(self, block):
        data = json.loads(block.code)
        path = self.folder / f"block_{block.line}.json"
        path.write_text(block.code, encoding="utf-8")
        if "format" in data:
            self.count("JSON cases verified")
            status = self.command(block, f"abut verify {path.name}")
        elif "shapes" in data:
            self.count("JSON scenes validated and detected")
            import jsonschema
            schema = json.loads((self.source / "docs/reference/scene.schema.json").read_text(encoding="utf-8"))
            jsonschema.Draft202012Validator(schema).validate(data)
            status = self.command(block, f"abut detect {path.name}")
        else:
            self.count("other JSON, read")
            status = 0
        if status != 0:
            self.fault(block, self.printed)

    def cmake(self, block):
        """Configures it, with this library in the folder `abut`."""
        self.count("CMake configured")
        (self.folder / "CMakeLists.txt").write_text(block.code, encoding="utf-8")
        (self.folder / "abut").symlink_to(self.source)
        if self.command(block, "cmake -S . -B b -DABUT_CUDA=OFF -DCMAKE_BUILD_TYPE=Release") != 0:
            self.fault(block, self.printed)


def dedented(text, code):
    """The text moved left by as much as the code was, which may stand deeper in it."""
    first = code.splitlines()[0].strip()
    depths = {len(line) - len(line.lstrip()) for line in text.splitlines() if line.strip() == first}
    out = []
    for depth in depths:
        out += [line[depth:] if line[:depth].strip() == "" else line for line in text.splitlines()] + [""]
    return "\n".join(out)


def run(source, build):
    runner, page = Runner(source, build), None
    for block in all_blocks(source):
        if block.page != page:
            page = block.page
            runner.start_page(page)
        runner.block(block)
    for what, number in sorted(runner.counts.items()):
        print(f"{number:4d} {what}")
    for reason in runner.reasons:
        print(f"not run: {reason}")
    if runner.faults:
        sys.exit("\n".join(runner.faults) + f"\n{len(runner.faults)} faults")


def main():
    mode, source, folder = sys.argv[1], *map(lambda p: pathlib.Path(p).resolve(), sys.argv[2:4])
    {"extract": extract, "run": run}[mode](source, folder)


if __name__ == "__main__":
    main()
