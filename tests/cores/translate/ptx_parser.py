"""Takes a PTX text apart: variables, functions and their bodies."""

import bisect
import re

from function import Function
from ptx_types import WORD, size, split_top


class Module:
    def __init__(self, text):
        self.text = re.sub(r"//[^\n]*", "", text)
        self.starts = [0] + [m.end() for m in re.finditer("\n", self.text)]
        self.globals, self.funcs, self.mshared = {}, [], {}
        self.unsupported = {}
        self.opcodes = {}
        self.blocks = []  # (line, count)
        self.parse()

    def line(self, pos):
        return bisect.bisect_right(self.starts, pos)

    def brace(self, i):
        depth = 0
        for m in re.compile(r'[{}"]').finditer(self.text, i):
            if m.group() == "{":
                depth += 1
            elif m.group() == "}":
                depth -= 1
                if depth == 0:
                    return m.start()
        raise SystemExit("brace")

    def parse(self):
        t, i = self.text, 0
        fn = re.compile(r"((?:\.(?:visible|weak|extern)\s+)*)\.(entry|func)\b")
        var = re.compile(r"(?:\.(?:visible|weak|extern)\s+)*\.(global|const|shared)\b([^;{=]*)(=\s*\{)?")
        while True:
            m = re.compile(r"\S").search(t, i)
            if not m:
                break
            i = m.start()
            if t.startswith((".version", ".target", ".address_size", ".file", ".loc ", ".loc\t"), i):
                i = t.index("\n", i)
                continue
            if t.startswith(".section", i):
                i = self.brace(i) + 1
                continue
            if t.startswith(".pragma", i):
                i = t.index(";", i) + 1
                continue
            m = fn.match(t, i)
            if m:
                i = self.function(m.end(), m.group(2), m.group(1))
                continue
            m = var.match(t, i)
            if m:
                i = self.variable(i, m)
                continue
            raise SystemExit(f"line {self.line(i)}: {t[i:i+80]!r}")

    def variable(self, i, m):
        t = self.text
        end = t.index(";", m.end()) + 1
        decl = m.group(2).strip().rstrip("=").strip()
        name, (ty, cnt, al) = self.decl(decl)
        init = b""
        if m.group(3):
            body = t[m.end() : t.index("}", m.end())]
            end = t.index(";", t.index("}", m.end())) + 1
            out = bytearray()
            n = size(ty) // 8
            for v in split_top(body):
                if re.match(r"^-?(0x)?[0-9a-fA-F]+U?$", v):
                    x = int(v.rstrip("U"), 0) & ((1 << size(ty)) - 1)
                elif v[:2] in ("0f", "0F", "0d", "0D"):
                    x = int(v[2:], 16)
                else:
                    raise SystemExit(f"initialiser {v!r} line {self.line(i)}")
                out += x.to_bytes(n, "little")
            init = bytes(out)
        elif "=" in m.group(2):
            v = m.group(2).split("=")[1].strip()
            x = int(v[2:], 16) if v[:2] in ("0f", "0d") else int(v.rstrip("U"), 0) & ((1 << size(ty)) - 1)
            init = x.to_bytes(size(ty) // 8, "little")
            name, (ty, cnt, al) = self.decl(m.group(2).split("=")[0].strip())
        if m.group(1) == "shared":
            self.mshared[name] = (cnt * size(ty) // 8, al)
        else:
            self.globals[name] = (cnt * size(ty) // 8, al, init)
        return end

    def decl(self, d):
        al = None
        m = re.search(r"\.align\s+(\d+)", d)
        if m:
            al = int(m.group(1))
            d = d.replace(m.group(), "")
        d = re.sub(r"\.ptr(\s+\.(global|shared|const|local))?", "", d)
        m = re.match(r"\s*(?:\.v([24])\s+)?\.(\w+)\s+(" + WORD + r")((?:\s*\[\s*\d*\s*\])*)\s*$", d.strip())
        if not m:
            raise SystemExit(f"declaration {d!r}")
        cnt = int(m.group(1) or 1)
        for n in re.findall(r"\[\s*(\d*)\s*\]", m.group(4)):
            cnt *= int(n or 0)
        return m.group(3), (m.group(2), cnt, al or size(m.group(2)) // 8)

    def params(self, s):
        out = []
        for p in split_top(s.strip()[1:-1]) if s.strip() else []:
            p = p.strip()
            assert p.startswith(".param") or p.startswith(".reg"), p
            out.append(self.decl(re.sub(r"^\.(param|reg)", "", p)))
        return out

    def paren(self, i):
        depth = 0
        for j in range(i, len(self.text)):
            if self.text[j] == "(":
                depth += 1
            if self.text[j] == ")":
                depth -= 1
                if depth == 0:
                    return j

    def function(self, i, kind, linkage):
        t = self.text

        def ws(i):
            return re.compile(r"\s*").match(t, i).end()

        i = ws(i)
        ret = []
        if t[i] == "(":
            j = self.paren(i)
            ret = self.params(t[i : j + 1])
            i = ws(j + 1)
        m = re.compile(WORD).match(t, i)
        name = m.group()
        i = ws(m.end())
        par = []
        if t[i] == "(":
            j = self.paren(i)
            par = self.params(t[i : j + 1])
            i = ws(j + 1)
        attrs = ""
        m = re.compile(r"[{;]").search(t, i)
        attrs = t[i : m.start()]
        f = Function(self, kind, name, ret, par, attrs)
        if m.group() == ";":
            f.body = None
            end = m.end()
        else:
            e = self.brace(m.start())
            f.body = (m.start() + 1, e)
            end = e + 1
        old = [g for g in self.funcs if g.name == name]
        if old:
            if f.body:
                self.funcs[self.funcs.index(old[0])] = f
        else:
            self.funcs.append(f)
        return end
