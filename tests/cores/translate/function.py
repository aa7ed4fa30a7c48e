"""A function of PTX becomes one of C++: scopes, labels, declarations, basic blocks."""

import re

from instructions import Instructions
from operands import Operands
from ptx_types import CLASSES, CT, WORD, Unsupported, class_of, clean, isf, size, split_top


class Function(Operands, Instructions):
    def __init__(self, mod, kind, name, ret, par, attrs):
        self.mod, self.kind, self.name, self.ret, self.par, self.attrs = mod, kind, name, ret, par, attrs
        self.calls, self.sync = set(), False
        self.own_shared, self.smem_size, self.used_mask = {}, 0, None
        m = re.search(r"\.maxntid\s+(\d+)(?:\s*,\s*(\d+))?(?:\s*,\s*(\d+))?", attrs)
        m2 = re.search(r"\.reqntid\s+(\d+)(?:\s*,\s*(\d+))?(?:\s*,\s*(\d+))?", attrs)
        m = m or m2
        self.maxntid = 1024
        if m:
            self.maxntid = int(m.group(1)) * int(m.group(2) or 1) * int(m.group(3) or 1)
        self.cname = ("K_" if kind == "entry" else "F_") + clean(name)
        self.cov_first = self.cov_n = 0

    def proto(self):
        if self.kind == "entry":
            return f"void {self.cname}(Ctx* c)"
        a = ["Ctx* c"] + [f"char* A_{clean(n)}" for n, _ in self.ret + self.par]
        return f'void {self.cname}({", ".join(a)})'

    # --- parse into nodes
    def nodes(self):
        t, (i, end) = self.mod.text, self.body
        out = []
        ws = re.compile(r"\s*")
        lab = re.compile(r"(" + WORD + r")\s*:(?!:)")
        while True:
            i = ws.match(t, i).end()
            if i >= end:
                break
            ln = self.mod.line(i)
            if t[i] == "{":
                out.append(("open", ln))
                i += 1
                continue
            if t[i] == "}":
                out.append(("close", ln))
                i += 1
                continue
            if t[i] == ";":
                i += 1
                continue
            if t.startswith((".loc ", ".loc\t", ".file"), i):
                i = t.index("\n", i)
                continue
            m = lab.match(t, i)
            if m:
                out.append(("label", ln, m.group(1)))
                i = m.end()
                continue
            j = t.index(";", i)
            out.append(("inst", ln, t[i:j].strip()))
            i = j + 1
        return out

    def translate(self):
        nodes = self.nodes()
        scopes = [dict()]  # name -> ('reg', type, cname) | ('local', cname) | ('param', cexpr) | ('shared', off)
        labels = {}  # (scope id, name)
        parent = {0: None}
        k = 0
        st = [0]
        for n in nodes:
            if n[0] == "open":
                k += 1
                parent[k] = st[-1]
                st.append(k)
            elif n[0] == "close":
                st.pop()
            elif n[0] == "label":
                labels[(st[-1], n[2])] = f"L{st[-1]}_{clean(n[2])}"
        self.labels, self.parent = labels, parent
        self.tables = {}
        self.scopes, self.scope_ids = scopes, [0]
        used = set(re.findall(r"%\w+", self.mod.text[self.body[0] : self.body[1]]))
        if self.kind == "entry":
            for q, (n, (ty, cnt, al)) in enumerate(self.par):
                scopes[0][n] = ("param", f"c->param[{q}]", True)
        else:
            for n, _ in self.ret + self.par:
                scopes[0][n] = ("param", f"A_{clean(n)}", False)
        pre, body = [], []
        nid = 0

        def cov(ln):
            self.mod.blocks.append([ln, [0] * len(CLASSES)])
            body.append(f"enter_block(c, cores_cov, {len(self.mod.blocks) - 1});")

        self.cov_first = len(self.mod.blocks)
        cov(nodes[0][1] if nodes else 0)
        for n in nodes:
            if n[0] == "open":
                nid += 1
                self.scope_ids.append(nid)
                scopes.append({})
                body.append("{")
                continue
            if n[0] == "close":
                self.scope_ids.pop()
                scopes.pop()
                body.append("}")
                continue
            if n[0] == "label":
                body.append(f"{labels[(self.scope_ids[-1], n[2])]}:;")
                cov(n[1])
                continue
            ln, s = n[1], n[2]
            if s.startswith("."):
                m = re.match(r"\.reg\s*\.(\w+)\s+(.*)$", s, re.S)
                if m:
                    ty = m.group(1)
                    names = []
                    for v in split_top(m.group(2)):
                        r = re.match(r"(" + WORD + r")<(\d+)>$", v.replace(" ", ""))
                        names += [f"{r.group(1)}{q}" for q in range(int(r.group(2)))] if r else [v]
                    nty = ty if ty == "pred" or isf(ty) else f"u{min(max(16, size(ty)), 64)}"  # wider ones nothing here reads
                    for v in names:
                        cn_ = "R_" + clean(v)
                        scopes[-1][v] = ("reg", nty, cn_)
                        if v.startswith("%") and v not in used:
                            continue
                        if len(scopes) == 1:
                            pre.append(f"{CT[nty]} {cn_} = 0;")
                        else:
                            body.append(f"{CT[nty]} {cn_}; {cn_} = 0;")
                    continue
                m = re.match(r"\.(local|shared|param)\b(.*)$", s, re.S)
                if m:
                    nm, (ty, cnt, al) = self.mod.decl(m.group(2))
                    b = cnt * size(ty) // 8
                    if m.group(1) == "local":
                        pre.append(
                            f"alignas({max(al, 16)}) char D_{clean(nm)}[{b}]; Frame FR_{clean(nm)}(c, D_{clean(nm)}, {b});"
                        )
                        scopes[-1][nm] = ("local", f"D_{clean(nm)}")
                    elif m.group(1) == "shared":
                        self.own_shared[nm] = (b, al)
                    else:
                        body.append(f"alignas(16) char P_{clean(nm)}[{max(b, 1)}];")
                        scopes[-1][nm] = ("param", f"P_{clean(nm)}", False)
                    continue
                m = re.match(r'\.pragma\s+"used_bytes_mask\s+(\w+)"', s)
                if m:
                    self.used_mask = int(m.group(1), 0)
                if s.startswith(".pragma"):
                    continue
                raise SystemExit(f"line {ln}: {s[:80]}")
            m = re.match(r"(" + WORD + r")\s*:\s*\.branchtargets\s+(.*)$", s, re.S)
            # instruction
            g = re.match(r"@(!?)\s*(" + WORD + r")\s+(.*)$", s, re.S)
            guard = ""
            if g:
                guard = f"if ({g.group(1)}{self.reg(g.group(2))[2]}) "
                s = g.group(3)
            op = re.match(r"[\w.:]+", s).group()
            self.mod.opcodes[op] = self.mod.opcodes.get(op, 0) + 1
            self.mod.blocks[-1][1][class_of(op)] += 1
            try:
                code = self.inst(op, s[len(op) :].strip(), ln)
            except Unsupported as e:
                key = f"{op} ({e})"
                self.mod.unsupported[key] = self.mod.unsupported.get(key, 0) + 1
                code = f'cores_unsupported(c, "{op}", {ln});'
            body.append(f"{guard}{{ {code} }}" if guard else code)
            if guard and op.startswith("bra") or op.startswith("bra") or op in ("ret", "exit", "ret.uni"):
                cov(ln)
        # pad coverage blocks which have no instructions are dropped by count 0
        self.cov_n = len(self.mod.blocks) - self.cov_first
        text = "\n".join(pre + body)
        self.code = f"{self.proto()} {{\n{text}\nreturn;\n}}\n"

    # --- operands
