"""Instructions of PTX, each as a statement of C++ (machine/machine.h has what it calls)."""

from arithmetic import Arithmetic
from ptx_types import CT, Unsupported, isf, iss, refuse_types, size, split_top, strong_


class Instructions(Arithmetic):
    def inst(self, op, rest, ln):
        """The C++ of an instruction; raises Unsupported. Groups get its name, suffixes, operands, and the type it ends with."""
        name, *suffixes = op.split(".")
        refuse_types(suffixes)
        kind = suffixes[-1] if suffixes and suffixes[-1] in CT else None
        operands = split_top(rest)
        for group in (self.memory_instruction, self.control_instruction, self.arithmetic_instruction, self.warp_instruction):
            code = group(name, suffixes, operands, kind, ln)
            if code is not None:
                return code
        raise Unsupported("instruction")

    def memory_instruction(self, b, q, a, ty, ln):
        rd, wr = self.rd, self.wr
        if b == "mov":
            if ty == "pred":
                return wr(a[0], "pred", rd(a[1], "pred"))
            if a[0].startswith("{"):
                d = split_top(a[0][1:-1])
                w = size(ty) // len(d)
                return (
                    f'{{ const uint{size(ty)}_t v_ = {rd(a[1], "b%d" % size(ty))}; '
                    + " ".join(wr(x, f"b{w}", f"(uint{w}_t)(v_ >> {w * k})") for k, x in enumerate(d) if x != "_")
                    + " }"
                )
            if a[1].startswith("{"):
                d = split_top(a[1][1:-1])
                w = size(ty) // len(d)
                return wr(
                    a[0], f"b{size(ty)}", " | ".join(f'(uint{size(ty)}_t){rd(x, "b%d" % w)} << {w * k}' for k, x in enumerate(d))
                )
            return wr(a[0], ty, rd(a[1], ty))
        if b in ("ld", "ldu"):
            sp, vec, ty = self.mem(q)
            base, ad = self.addr(a[1])
            ct = CT[ty]
            bytes_ = size(ty) // 8
            d = split_top(a[0][1:-1]) if vec > 1 else [a[0]]
            total = bytes_ * vec
            if base and base[0] == "param" and not base[1][2]:
                lo = lambda k: f"raw_load<{ct}>({ad} + {bytes_ * k})"
                one = lambda k: lo(k)
            else:
                f = {
                    "": "ld_any",
                    "global": "ld_any",
                    "const": "ld_any",
                    "shared": "ld_shared",
                    "local": "ld_local",
                    "param": "ld_param",
                }[sp]
                um, self.used_mask = self.used_mask, None
                unused = lambda k: um is not None and (um >> (bytes_ * k)) & ((1 << bytes_) - 1) == 0
                first = min(k for k in range(vec) if not unused(k)) if um else 0
                strong = ", access_strong_load" if strong_(q) and f in ("ld_any", "ld_shared") else ""
                one = lambda k: (
                    f"({ct})0" if unused(k) else f"{f}<{ct}>(c, a_ + {bytes_ * k}, {total if k == 0 else 0}, {ln}{strong})"
                )
            after = "fence(c); " if "acquire" in q else ""
            pre = f"const uint64_t a_ = {ad}; " if "a_" in "".join(one(k) for k in range(vec)) else ""
            return (
                "{ "
                + pre
                + " ".join((f"const {ct} v{k}_ = {one(k)};") for k in range(vec))
                + " "
                + after
                + " ".join(wr(x, ty, f"v{k}_") for k, x in enumerate(d))
                + " }"
            )
        if b == "st":
            sp, vec, ty = self.mem(q)
            base, ad = self.addr(a[0])
            ct = CT[ty]
            bytes_ = size(ty) // 8
            d = split_top(a[1][1:-1]) if vec > 1 else [a[1]]
            total = bytes_ * vec
            if base and base[0] == "param":
                return " ".join(f"raw_store<{ct}>({ad} + {bytes_ * k}, {rd(x, ty)});" for k, x in enumerate(d))
            f = {"": "st_any", "global": "st_any", "shared": "st_shared", "local": "st_local"}[sp]
            strong = ", access_strong_store" if strong_(q) and f != "st_local" else ""
            return (
                f'{{ {"fence(c); " if "release" in q else ""}const uint64_t a_ = {ad}; '
                + " ".join(
                    f"{f}<{ct}>(c, a_ + {bytes_ * k}, {rd(x, ty)}, {total if k == 0 else 0}, {ln}{strong});"
                    for k, x in enumerate(d)
                )
                + " }"
            )
        if b in ("atom", "red"):
            sp, vec, ty = self.mem(q)
            if vec > 1:
                raise Unsupported("vector atomics")
            o = [x for x in q if x in ("add", "exch", "cas", "min", "max", "and", "or", "xor", "inc", "dec")][0]
            if b == "red":
                a = ["_"] + a
            base, ad = self.addr(a[1])
            ct = CT[ty]
            v = rd(a[2], ty)
            e = {
                "add": "cn(o_ + v_)" if isf(ty) else "o_ + v_",
                "exch": "v_",
                "min": "v_ < o_ ? v_ : o_",
                "max": "v_ > o_ ? v_ : o_",
                "and": "o_ & v_",
                "or": "o_ | v_",
                "xor": "o_ ^ v_",
                "inc": "o_ >= v_ ? 0 : o_ + 1",
                "dec": "o_ == 0 || o_ > v_ ? v_ : o_ - 1",
                "cas": "o_ == v_ ? w_ : o_",
            }[o]
            w = f"const {ct} w_ = {rd(a[3], ty)}; " if o == "cas" else ""
            first = "fence(c); " if "release" in q or "acq_rel" in q else ""
            then = "fence(c); " if "acquire" in q or "acq_rel" in q else ""
            return (
                f'{{ {first}const uint64_t a_ = {ad}; const {ct} v_ = {v}; {w}const {ct} r_ = atom<{ct}>(c, {1 if sp == "shared" else 0}, a_, {ln}, '
                f'[=](const {ct} o_) -> {ct} {{ return ({ct})({e}); }}); {then}{wr(a[0], ty, "r_")} }}'
            )
        if b == "cvta":
            t = "u64" if "u64" in q else "u32"
            if "shared" in q:
                return wr(a[0], t, f"{rd(a[1], t)} - c->smem" if "to" in q else f"{rd(a[1], t)} + c->smem")
            return wr(a[0], t, rd(a[1], t))
        if b == "isspacep":
            v = rd(a[1], "u64")
            e = {"shared": f"{v} - c->smem - 1024 < c->smem_size", "global": f"{v} - (uint64_t)cores_arena < arena_size"}.get(
                q[0].split("::")[0]
            )
            if not e:
                raise Unsupported(q[0])
            return wr(a[0], "pred", e)
        return None

    def control_instruction(self, b, q, a, ty, ln):
        if b == "bra":
            return f"goto {self.label(a[0])};"
        if b == "brx":
            raise Unsupported("brx")
        if b == "ret":
            return "return;"
        if b == "exit":
            return "return;" if self.kind == "entry" else "cores_exit(c);"
        if b in ("trap", "brkpt"):
            return f"cores_trap(c, {ln});"
        if b == "call":
            ret, i = [], 0
            if a[0].startswith("("):
                ret = split_top(a[0][1:-1])
                i = 1
            fn = a[i]
            args = split_top(a[i + 1][1:-1]) if len(a) > i + 1 else []
            if fn.startswith("%"):
                raise Unsupported("indirect call")
            if fn in ("vprintf", "__assertfail"):
                raise Unsupported(fn)
            f = [x for x in self.mod.funcs if x.name == fn][0]
            if f.body is None:
                raise Unsupported("extern " + fn)
            self.calls.add(fn)

            def arg(x):
                r = self.find(x)
                if r[0] == "param":
                    return r[1]
                raise Unsupported("register argument")

            return f"{f.cname}(c" + "".join(", " + arg(x) for x in ret + args) + ");"
        return None

    def warp_instruction(self, b, q, a, ty, ln):
        rd, wr = self.rd, self.wr
        if b in ("membar", "fence"):
            return "fence(c);"
        if b == "nanosleep":
            return "cores_yield(c);"
        if b in ("griddepcontrol", "prefetch", "prefetchu", "discard", "applypriority", "pragma"):
            return ";"
        if b in ("bar", "barrier"):
            q = [x for x in q if x not in ("cta", "aligned")]
            self.sync = True
            if q[0] == "warp":
                return f'cores_warp(c, W_SYNC, {rd(a[0], "u32")}, 0, 0, 0, 0, {ln});'
            if q[0] == "sync":
                return f'cores_bar(c, {rd(a[0], "u32")}, {rd(a[1], "u32") if len(a) > 1 else 0}, 0, false, {ln});'
            if q[0] == "red":
                o = {"and": 1, "or": 2, "popc": 3}[q[1]]
                e = f'cores_bar(c, {rd(a[1], "u32")}, {rd(a[2], "u32") if len(a) > 3 else 0}, {o}, {rd(a[-1], "pred")}, {ln})'
                return wr(a[0], "pred" if o < 3 else "u32", e + (" != 0" if o < 3 else ""))
            raise Unsupported("bar")
        if b == "shfl":
            self.sync = True
            m = [x for x in q if x in ("up", "down", "bfly", "idx")][0]
            d = a[0].split("|")
            mask = rd(a[4], "u32") if "sync" in q else "0xffffffffu"
            p = "bool p_ = false; "
            s = f'{{ {p}const uint32_t v_ = (uint32_t)cores_warp(c, W_{m.upper()}, {mask}, {rd(a[1], "b32")}, {rd(a[2], "u32")}, {rd(a[3], "u32")}, &p_, {ln}); {wr(d[0], "b32", "v_")}'
            if len(d) > 1 and d[1].strip() != "_":
                s += " " + wr(d[1], "pred", "p_")
            return s + " }"
        if b == "vote":
            self.sync = True
            m = [x for x in q if x in ("all", "any", "uni", "ballot")][0]
            e = f'cores_warp(c, W_{m.upper()}, {rd(a[2], "u32")}, {rd(a[1], "pred")}, 0, 0, 0, {ln})'
            return wr(a[0], "b32" if m == "ballot" else "pred", e if m == "ballot" else e + " != 0")
        if b == "match":
            self.sync = True
            d = a[0].split("|")
            s = f'{{ bool p_ = false; const uint32_t v_ = (uint32_t)cores_warp(c, W_MATCH_{q[0].upper()}, {rd(a[2], "u32")}, {rd(a[1], ty)}, 0, 0, &p_, {ln}); {wr(d[0], "b32", "v_")}'
            if len(d) > 1:
                s += " " + wr(d[1], "pred", "p_")
            return s + " }"
        if b == "redux":
            self.sync = True
            o = [x for x in q if x in ("add", "min", "max", "and", "or", "xor")][0]
            w = {"add": "W_RADD", "min": "W_RMIN", "max": "W_RMAX", "and": "W_RAND", "or": "W_ROR", "xor": "W_RXOR"}[o]
            if o in ("min", "max"):
                w += "S" if iss(ty) else "U"
            return wr(a[0], ty, f'(uint32_t)cores_warp(c, {w}, {rd(a[2], "u32")}, {rd(a[1], "b32")}, 0, 0, 0, {ln})')
        if b == "activemask":
            return wr(a[0], "b32", "1u << c->lane")  # nobody else need be there
        return None
