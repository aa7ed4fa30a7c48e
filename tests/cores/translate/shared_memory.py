"""Where variables of shared memory lie: those that functions use at the same place for every kernel, the others of each kernel for itself."""
import re

from ptx_types import clean

FIRST = 1024  # machine/access.h: smem_first
REFERENCE = re.compile(r"@SH@(\w+)@")


class Layout:
    """Variables placed one after another from `begin` on."""

    def __init__(self, begin, places=()):
        self.end, self.places = begin, dict(places)

    def put(self, name, size, align):
        if name in self.places:
            return
        begin = (self.end + align - 1) // align * align
        self.places[name], self.end = begin, begin + size


def variables_of(function, module):
    """Name to size and alignment of what the function's code names, with size 0 where the launch gives the size."""
    known = {clean(name): of for name, of in {**module.mshared, **function.own_shared}.items()}
    return {name: known[name] for name in REFERENCE.findall(function.code)}


def reached(function, by_name):
    """All functions that are called from it, and by those."""
    found, waiting = set(), [function]
    while waiting:
        for name in waiting.pop().calls - found:
            found.add(name)
            waiting.append(by_name[name])
    return [by_name[name] for name in found]


def place_shared(module):
    """Sets the kernels' `smem_size`, and puts places for names into all code."""
    functions = [f for f in module.funcs if f.body]
    by_name = {f.name: f for f in module.funcs}
    uses = {f.name: variables_of(f, module) for f in functions}
    common = Layout(FIRST)
    for f in functions:
        if f.kind != "entry":
            for name, (size, align) in uses[f.name].items():
                if not size:
                    raise SystemExit(f"{f.name}: shared memory with the launch's size in a function that is no kernel")
                common.put(name, size, align)
    for f in functions:
        layout = common
        if f.kind == "entry":
            called = any(uses.get(g.name) for g in reached(f, by_name))
            layout = Layout(common.end, common.places) if called or uses[f.name].keys() & common.places else Layout(FIRST)
            for name, (size, align) in uses[f.name].items():
                if size:
                    layout.put(name, size, align)
            end = (layout.end + 15) // 16 * 16
            f.smem_size = end - FIRST
            layout.places |= {name: end for name, (size, _) in uses[f.name].items() if not size}
        f.code = REFERENCE.sub(lambda m, at=layout.places: str(at[m.group(1)]), f.code)
