"""Arithmetic, comparisons and conversions of PTX as statements of C++."""

from ptx_types import CT, Unsupported, isf, iss, size


class Arithmetic:
    def arithmetic_instruction(self, b, q, a, ty, ln):
        rd, wr = self.rd, self.wr
        if b == "setp":
            d = a[0].split("|")
            cmp = self.compare(q[0], ty, rd(a[1], ty), rd(a[2], ty))
            boo = [x for x in q[1:-1] if x in ("and", "or", "xor")]
            if not boo:
                e1, e2 = cmp, f"!({cmp})"
            else:
                s = {"and": "&&", "or": "||", "xor": "!="}[boo[0]]
                r = rd(a[3], "pred")
                e1, e2 = f"({cmp}) {s} ({r})", f"!({cmp}) {s} ({r})"
            if len(d) == 1:
                return wr(d[0], "pred", e1)
            return f'{{ const bool x_ = {e1}, y_ = {e2}; {wr(d[0], "pred", "x_")} {wr(d[1], "pred", "y_")} }}'
        if b == "set":
            cmp = self.compare(q[0], ty, rd(a[1], ty), rd(a[2], ty))
            dt = q[-2]
            return wr(a[0], dt, f"({cmp}) ? 1.0f : 0.0f" if isf(dt) else f"({cmp}) ? ({CT[dt]})-1 : 0")
        if b == "selp":
            return wr(a[0], ty, f'{rd(a[3], "pred")} ? {rd(a[1], ty)} : {rd(a[2], ty)}')
        if b == "slct":
            return wr(a[0], q[0], f"{rd(a[3], q[1])} >= 0 ? {rd(a[1], q[0])} : {rd(a[2], q[0])}")
        if b in ("and", "or", "xor"):
            s = {"and": "&", "or": "|", "xor": "^"}[b]
            if ty == "pred":
                return wr(a[0], ty, f"({rd(a[1], ty)}) {s} ({rd(a[2], ty)})")
            return wr(a[0], ty, f"{rd(a[1], ty)} {s} {rd(a[2], ty)}")
        if b == "not":
            return wr(a[0], ty, ("!" if ty == "pred" else "~") + f"({rd(a[1], ty)})")
        if b == "cnot":
            return wr(a[0], ty, f"{rd(a[1], ty)} == 0 ? 1 : 0")
        if any(x in q for x in ("ftz", "approx", "full", "rz", "rm", "rp", "sat")) and b not in ("cvt",) and isf(ty):
            if b == "rsqrt" or "approx" in q:
                raise Unsupported("approximate")
            raise Unsupported("rounding")
        if "cc" in q or b in ("addc", "subc", "madc"):
            raise Unsupported("carry")
        if b in ("add", "sub", "mul") and isf(ty):
            return wr(a[0], ty, f'cn({rd(a[1], ty)} {dict(add="+", sub="-", mul="*")[b]} {rd(a[2], ty)})')
        if b in ("add", "sub"):
            u = f"u{size(ty)}"
            return wr(a[0], u if not iss(ty) else u, f'{rd(a[1], u)} {"+" if b == "add" else "-"} {rd(a[2], u)}')
        if b in ("fma", "mad") and isf(ty):
            return wr(a[0], ty, f"ptx_fma({rd(a[1], ty)}, {rd(a[2], ty)}, {rd(a[3], ty)})")
        if b in ("mul", "mad"):
            n = size(ty)
            if "wide" in q:
                w = ty[0] + str(2 * n)
                e = f"({CT[w]}){rd(a[1], ty)} * ({CT[w]}){rd(a[2], ty)}"
                rt = "u" + str(2 * n)
                e = f"(uint{2 * n}_t)({e})"
            elif "hi" in q:
                W = {16: "int32_t", 32: "int64_t", 64: "__int128"}[n]
                if not iss(ty):
                    W = {16: "uint32_t", 32: "uint64_t", 64: "unsigned __int128"}[n]
                e = f"(uint{n}_t)((({W}){rd(a[1], ty)} * ({W}){rd(a[2], ty)}) >> {n})"
                rt = f"u{n}"
            else:
                u = f"u{n}"
                e = f"(uint{n}_t)((uint64_t){rd(a[1], u)} * (uint64_t){rd(a[2], u)})"
                rt = u
            if b == "mad":
                e = f"{e} + {rd(a[3], rt)}"
            return wr(a[0], rt, e)
        if b == "mul24" or b == "mad24":
            raise Unsupported(b)
        if b == "sad":
            return wr(
                a[0],
                ty,
                f"{rd(a[3], ty)} + ({rd(a[1], ty)} < {rd(a[2], ty)} ? {rd(a[2], ty)} - {rd(a[1], ty)} : {rd(a[1], ty)} - {rd(a[2], ty)})",
            )
        if b == "div" and isf(ty):
            return wr(a[0], ty, f"cn({rd(a[1], ty)} / {rd(a[2], ty)})")
        if b in ("div", "rem"):
            return wr(a[0], ty, f"{b}_<{CT[ty]}>({rd(a[1], ty)}, {rd(a[2], ty)})")
        if b == "rcp":
            return wr(a[0], ty, f"cn(({CT[ty]})1 / {rd(a[1], ty)})")
        if b == "sqrt":
            return wr(a[0], ty, f"ptx_sqrt({rd(a[1], ty)})")
        if b == "neg":
            if isf(ty):
                return wr(a[0], ty, f"fneg_({rd(a[1], ty)})")
            return wr(a[0], f"u{size(ty)}", f'0 - {rd(a[1], "u%d" % size(ty))}')
        if b == "abs":
            if isf(ty):
                return wr(a[0], ty, f"fabs_({rd(a[1], ty)})")
            return wr(
                a[0], f"u{size(ty)}", f'{rd(a[1], ty)} < 0 ? 0 - {rd(a[1], "u%d" % size(ty))} : {rd(a[1], "u%d" % size(ty))}'
            )
        if b in ("min", "max"):
            if isf(ty):
                if "NaN" in q or "xorsign" in q or len(a) > 3:
                    raise Unsupported("min form")
                return wr(a[0], ty, f"ptx_{b}({rd(a[1], ty)}, {rd(a[2], ty)})")
            return wr(a[0], ty, f'{rd(a[1], ty)} {"<" if b == "min" else ">"} {rd(a[2], ty)} ? {rd(a[1], ty)} : {rd(a[2], ty)}')
        if b in ("shl", "shr"):
            t = ty if b == "shr" and iss(ty) else f"u{size(ty)}"
            return wr(a[0], t, f'{b}_<{CT[t]}>({rd(a[1], t)}, {rd(a[2], "u32")})')
        if b == "shf":
            n = rd(a[3], "u32")
            n = f"({n} & 31)" if "wrap" in q else f"({n} > 32 ? 32 : {n})"
            return wr(a[0], "b32", f'shf_{q[0]}({rd(a[1], "b32")}, {rd(a[2], "b32")}, {n})')
        if b == "bfi":
            return wr(a[0], ty, f'bfi_<{CT[ty]}>({rd(a[1], ty)}, {rd(a[2], ty)}, {rd(a[3], "u32")}, {rd(a[4], "u32")})')
        if b == "bfe":
            return wr(
                a[0],
                f"u{size(ty)}",
                f'bfe_<uint{size(ty)}_t, int{size(ty)}_t>({rd(a[1], "u%d" % size(ty))}, {rd(a[2], "u32")}, {rd(a[3], "u32")}, {"true" if iss(ty) else "false"})',
            )
        if b == "bmsk":
            return wr(a[0], "b32", f'bmsk_({rd(a[1], "u32")}, {rd(a[2], "u32")}, {"true" if "wrap" in q else "false"})')
        if b == "brev":
            return wr(a[0], ty, f"brev_({rd(a[1], ty)})")
        if b == "clz":
            return wr(a[0], "u32", f"clz_({rd(a[1], ty)})")
        if b == "popc":
            return wr(a[0], "u32", f'__builtin_popcount{"ll" if size(ty) == 64 else ""}({rd(a[1], ty)})')
        if b == "bfind":
            return wr(a[0], "u32", f'bfind_<{CT[ty]}>({rd(a[1], ty)}, {"true" if "shiftamt" in q else "false"})')
        if b == "prmt":
            if q != ["b32"]:
                raise Unsupported("prmt mode")
            return wr(a[0], "b32", f'prmt_({rd(a[1], "b32")}, {rd(a[2], "b32")}, {rd(a[3], "b32")})')
        if b == "lop3":
            return wr(a[0], "b32", f'lop3_({rd(a[1], "b32")}, {rd(a[2], "b32")}, {rd(a[3], "b32")}, {rd(a[4], "u32")})')
        if b == "copysign":  # sign of a[1], magnitude of a[2]
            return wr(a[0], ty, f'__builtin_copysign{"f" if ty == "f32" else ""}({rd(a[2], ty)}, {rd(a[1], ty)})')
        if b == "testp":
            x = rd(a[1], ty)
            e = {
                "finite": f"__builtin_isfinite({x})",
                "infinite": f"__builtin_isinf({x})",
                "number": f"!__builtin_isnan({x})",
                "notanumber": f"__builtin_isnan({x})",
            }.get(q[0])
            if not e:
                raise Unsupported(q[0])
            return wr(a[0], "pred", e)
        if b == "cvt":
            return self.convert(q, a)
        return None

    def compare(self, op, ty, x, y):
        if op in ("num", "nan"):
            return f"({x} == {x} && {y} == {y})" if op == "num" else f"({x} != {x} || {y} != {y})"
        if not isf(ty):
            m = {
                "eq": "==",
                "ne": "!=",
                "lt": "<",
                "le": "<=",
                "gt": ">",
                "ge": ">=",
                "lo": "<",
                "ls": "<=",
                "hi": ">",
                "hs": ">=",
            }
            return f"{x} {m[op]} {y}"
        if op in ("eq", "lt", "le", "gt", "ge"):
            return f'{x} {dict(eq="==", lt="<", le="<=", gt=">", ge=">=")[op]} {y}'
        if op == "ne":
            return f"({x} < {y} || {x} > {y})"
        return {
            "equ": f"!({x} < {y} || {x} > {y})",
            "neu": f"{x} != {y}",
            "ltu": f"!({x} >= {y})",
            "leu": f"!({x} > {y})",
            "gtu": f"!({x} <= {y})",
            "geu": f"!({x} < {y})",
        }[op]

    def convert(self, q, a):
        rd, wr = self.rd, self.wr
        d, s = q[-2], q[-1]
        m = q[:-2]
        if "ftz" in m:
            raise Unsupported("ftz")
        if d not in CT or s not in CT:
            raise Unsupported("type")
        x = rd(a[1], s)
        if isf(s) and isf(d):
            if "sat" in m or "rz" in m or "rm" in m or "rp" in m:
                raise Unsupported("rounding")
            for k, f in (("rni", "rint_"), ("rmi", "floor_"), ("rpi", "ceil_"), ("rzi", "trunc_")):
                if k in m:
                    x = f"{f}({x})"
            return wr(a[0], d, f"cn(({CT[d]}){x})" if d != s else f"cn({x})" if m else x)
        if isf(s):
            f = [f for k, f in (("rni", "rint_"), ("rmi", "floor_"), ("rpi", "ceil_"), ("rzi", "trunc_")) if k in m]
            if not f:
                raise Unsupported("rounding")
            return wr(a[0], d, f"f2i<{CT[d]}>({f[0]}({x}))")
        if isf(d):
            if "rn" not in m:
                raise Unsupported("rounding")
            return wr(a[0], d, f"({CT[d]}){x}")
        if "sat" in m:
            raise Unsupported("sat")
        # integer: to the destination's width, extended as the source's sign says, then to the register's as the destination's
        return wr(a[0], d, f"({CT[d]}){x}")
