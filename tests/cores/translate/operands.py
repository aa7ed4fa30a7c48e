"""Operands of instructions: registers, constants, symbols, addresses."""

import re

from ptx_types import CT, WORD, Unsupported, clean, isf, iss, size


class Operands:
    def find(self, n):
        for sc in reversed(self.scopes):
            if n in sc:
                return sc[n]
        return None

    def reg(self, n):
        r = self.find(n)
        if not r or r[0] != "reg":
            raise SystemExit(f"{self.name}: register {n!r}")
        return r

    def label(self, n):
        s = self.scope_ids[-1]
        while s is not None:
            if (s, n) in self.labels:
                return self.labels[(s, n)]
            s = self.parent[s]
        raise SystemExit(f"label {n}")

    def symbol(self, n):
        r = self.find(n)
        if r and r[0] == "local":
            return "local", f"(uint64_t){r[1]}"
        if r and r[0] == "param":
            return "param", f"(uint64_t){r[1]}"
        if n in self.own_shared or n in self.mod.mshared:
            return "shared", f"@SH@{clean(n)}@"
        if n in self.mod.globals:
            return "global", f"G_{clean(n)}"
        if any(f.name == n for f in self.mod.funcs):
            raise Unsupported("function address")
        if re.search(r"E\w*|_", n) and n.startswith("_Z"):  # demoted shared, declared later
            return "shared", f"@SH@{clean(n)}@"
        raise SystemExit(f"{self.name}: symbol {n!r}")

    SPECIAL = {"%tid": "tid", "%ntid": "ntid", "%ctaid": "ctaid", "%nctaid": "nctaid"}

    def rd(self, o, t):
        o = o.strip()
        ct = CT[t]
        if o.startswith("!"):
            return f"!({self.rd(o[1:], t)})"
        m = re.match(r"^0[fF]([0-9a-fA-F]{8})$", o)
        if m:
            return f"bc<float>(0x{m.group(1)}u)" if isf(t) else f"(({ct})0x{m.group(1)}u)"
        m = re.match(r"^0[dD]([0-9a-fA-F]{16})$", o)
        if m:
            return f"bc<double>(0x{m.group(1)}ull)" if isf(t) else f"(({ct})0x{m.group(1)}ull)"
        if re.match(r"^-?(0[xX][0-9a-fA-F]+|\d+)U?$", o):
            v = int(o.rstrip("U"), 0)
            if isf(t):
                raise Unsupported("int immediate for float")
            if t == "pred":
                return "true" if v else "false"
            return f"(({ct})0x{v & 0xffffffffffffffff:x}ull)"
        m = re.match(r"^(%(?:tid|ntid|ctaid|nctaid))\.([xyz])$", o)
        if m:
            return f'(({ct})c->{self.SPECIAL[m.group(1)]}[{"xyz".index(m.group(2))}])'
        if o == "%laneid":
            return f"(({ct})c->lane)"
        if o == "%warpid":
            return f"(({ct})(c->linear / 32))"
        if o.startswith("%lanemask_"):
            e = {
                "eq": "1u << c->lane",
                "lt": "(1u << c->lane) - 1",
                "le": "(2u << c->lane) - 1",
                "gt": "~((2u << c->lane) - 1)",
                "ge": "~((1u << c->lane) - 1)",
            }[o[10:]]
            return f"(({ct})({e}))"
        if o == "WARP_SZ":
            return f"(({ct})32)"
        if o in ("%clock", "%clock64", "%globaltimer", "%smid", "%globaltimer_lo"):
            return f"(({ct})0)"
        if re.match(r"^" + WORD + "$", o):
            r = self.find(o)
            if r and r[0] == "reg":
                if r[1] == "pred" or t == "pred":
                    return r[2]
                if isf(r[1]) == isf(t):
                    return r[2] if isf(t) else f"(({ct}){r[2]})"
                if isf(t):
                    return f'bc<{ct}>(({"uint32_t" if t == "f32" else "uint64_t"}){r[2]})'
                return f'(({ct})bc<{"uint32_t" if r[1] == "f32" else "uint64_t"}>({r[2]}))'
        m = re.match(r"^(" + WORD + r")\s*(?:\+\s*(-?\d+))?$", o)
        if m and not m.group(1).startswith("%"):
            sp, e = self.symbol(m.group(1))
            return f"(({ct})({e} + {m.group(2) or 0}))"
        raise Unsupported(f"operand {o}")

    def wr(self, o, t, e):
        o = o.strip()
        if o == "_":
            return f"(void)({e});"
        _, d, n = self.reg(o)
        if d == "pred":
            return f"{n} = {e};"
        if isf(d) == isf(t):
            if isf(d):
                return f"{n} = {e};"
            if iss(t) and size(d) > size(t):
                return f"{n} = ({CT[d]})(int{size(d)}_t)({CT[t]})({e});"
            return f"{n} = ({CT[d]})({CT[t]})({e});"
        if isf(d):
            return f"{n} = bc<{CT[d]}>((uint{size(d)}_t)({e}));"
        return f"{n} = ({CT[d]})bc<uint{size(t)}_t>({e});"

    def addr(self, o):
        m = re.match(r"^\[\s*(" + WORD + r"|\d+)\s*(?:\+\s*(-?\d+))?\s*\]$", o.strip())
        if not m:
            raise Unsupported("address " + o)
        off = int(m.group(2) or 0)
        n = m.group(1)
        if n[0].isdigit():
            return None, f"((uint64_t){n} + {off})"
        r = self.find(n)
        if r and r[0] == "reg":
            return None, (f"((uint64_t){r[2]} + {off}ll)" if r[1] == "u64" else f"(uint64_t)(uint32_t)({r[2]} + {off})")
        sp, e = self.symbol(n)
        return (sp, r), f"({e} + {off}ll)"

    def mem(self, parts):
        sp, vec, ty = "", 1, None
        for p in parts:
            q = p.split("::")[0]
            if q in ("global", "shared", "local", "param", "const"):
                sp = q
            elif p in ("v2", "v4", "v8"):
                vec = int(p[1])
            elif p in CT:
                ty = p
        return sp, vec, ty

    # --- instructions
