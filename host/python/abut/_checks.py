"""Wrong types, told in one line: which argument, what it is, what is allowed.

The extension module converts its arguments itself. Where it cannot, its own error has several lines and names functions that
are not public. `explain_all` puts in front of each function another that calls it, and makes one line of such an error.
"""

from __future__ import annotations

import ast
import functools
import inspect
import os
import re
from typing import Any, Callable, Iterable, Optional, Union

from . import _abut

_UNSIGNED = (0, 2**32 - 1)
#: Whole numbers that are no uint32.
_RANGES = {"threads": (0, 2**31 - 1), "world": (-(2**31), 2**31 - 1)}
_LONG = (0, 2**64 - 1)
_LONG_NAMES = ("sample", "seed", "count", "stream", "row_bytes", "piece", "frame", "first_shape")
_SHOWN = (str, bytes, int, float, complex, type(None))


def shown(value: Any) -> str:
    """A value for a message: small ones as they are, others by their type."""
    if not isinstance(value, _SHOWN):
        return f"a {type(value).__name__}"
    text = repr(value)
    return text if len(text) <= 60 else text[:56] + " ..."


def need(name: str, value: Any, kind: type) -> None:
    """TypeError unless `value` is of a class of this package."""
    if not isinstance(value, kind):
        raise TypeError(f"{name} is {shown(value)}; allowed is a {kind.__name__}")


def need_number(name: str, value: Any) -> float:
    """A number as float. TypeError for what is none."""
    if not _is_number(value):
        raise TypeError(f"{name} is {shown(value)}; allowed is a number")
    return float(value)


def need_truth(name: str, value: Any) -> None:
    """TypeError unless `value` is a bool."""
    if not isinstance(value, bool):
        raise TypeError(f"{name} is {shown(value)}; allowed is True or False")


def need_numbers_of(name: str, ids: Any, what: str, most: int) -> None:
    """ValueError unless all numbers of an array of integers are those of a `what`, 0 to `most`."""
    if ids.size and (ids.min() < 0 or ids.max() > most):
        bad = int(ids.min() if ids.min() < 0 else ids.max())
        raise ValueError(f"{name} names {what} {bad}; allowed is 0 to {most}")


def path_text(path: Any, name: str = "path") -> str:
    """A path as str. TypeError for what is no path, ValueError for one that no file can have."""
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"{name} is {shown(path)}; allowed is a str or an os.PathLike")
    text: Union[str, bytes] = os.fspath(path)
    if not isinstance(text, str):
        raise TypeError(f"{name} is {shown(text)}; allowed is a str or an os.PathLike of one")
    if "\0" in text:
        raise ValueError(f"{name} is {shown(text)}; allowed is a path without NUL characters")
    return text


def several(name: str, values: Any, of_what: str) -> list[Any]:
    """The elements of an iterable that is neither a text nor one of its elements."""
    if isinstance(values, (str, bytes, os.PathLike)) or not isinstance(values, Iterable):
        raise TypeError(f"{name} is {shown(values)}; allowed are several {of_what}, as a list")
    return list(values)


def _range_of(name: str) -> tuple[int, int]:
    return _LONG if name in _LONG_NAMES else _RANGES.get(name, _UNSIGNED)


def _is_number(value: Any) -> bool:
    if isinstance(value, (str, bytes)) or getattr(value, "shape", ()) != ():
        return False
    try:
        float(value)
    except (TypeError, ValueError, OverflowError):
        return False
    return True


def _allowed(kind: str, name: str, value: Any) -> Optional[str]:
    """What an argument of this annotation may be; None where `value` is that."""
    if kind.endswith(" | None") and kind.split(" | ")[0] in ("float", "int", "str"):
        allowed = None if value is None else _allowed(kind.split(" | ")[0], name, value)
        return None if allowed is None else "None or " + allowed
    if kind == "float":
        return None if _is_number(value) else "a number"
    if kind == "int":
        least, most = _range_of(name)
        # As the module does: no float, whatever its value.
        whole = hasattr(value, "__index__") and getattr(value, "shape", ()) == ()
        return None if whole and least <= int(value) <= most else f"a whole number from {least} to {most}"
    if kind == "bool":
        return None if isinstance(value, bool) else "True or False"
    if kind == "str":
        return None if isinstance(value, str) else "a str"
    names = [part.strip() for part in kind.split("|")]
    if names[-1] == "None" and value is None:
        return None
    if len(names) <= 2 and re.fullmatch(r"[A-Z]\w+", names[0]) and names[0] not in ("Numbers", "Integers"):
        article = "None or a " if names[-1] == "None" else "a "
        return None if type(value).__name__ == names[0] or _has_base(value, names[0]) else article + names[0]
    return None


def _has_base(value: Any, name: str) -> bool:
    return any(base.__name__ == name for base in type(value).__mro__)


def _signature(text: str) -> inspect.Signature:
    """Of the binding's own text: numbers with a backslash stand for defaults that are no literals."""
    arguments = ast.parse(re.sub(r"\\\d+", "None", text).rstrip(": .") + ": ...").body[0]
    assert isinstance(arguments, ast.FunctionDef)
    given = arguments.args
    missing = len(given.posonlyargs) + len(given.args) - len(given.defaults)
    found = []
    for i, argument in enumerate(given.posonlyargs + given.args):
        by_place = i < len(given.posonlyargs) or argument.arg == "self"
        kind = inspect.Parameter.POSITIONAL_ONLY if by_place else inspect.Parameter.POSITIONAL_OR_KEYWORD
        default = inspect.Parameter.empty if i < missing else ast.literal_eval(given.defaults[i - missing])
        found.append(_parameter(argument, kind, default))
    for argument, node in zip(given.kwonlyargs, given.kw_defaults):
        default = inspect.Parameter.empty if node is None else ast.literal_eval(node)
        found.append(_parameter(argument, inspect.Parameter.KEYWORD_ONLY, default))
    returned = inspect.Signature.empty if arguments.returns is None else ast.unparse(arguments.returns)
    return inspect.Signature(found, return_annotation=returned)


def _parameter(argument: ast.arg, kind: Any, default: Any) -> inspect.Parameter:
    annotation = inspect.Parameter.empty if argument.annotation is None else ast.unparse(argument.annotation)
    return inspect.Parameter(argument.arg, kind, default=default, annotation=annotation)


def _error(name: str, signature: inspect.Signature, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Exception:
    public = name.lstrip("_")
    try:
        bound = signature.bind(*args, **kwargs)
    except TypeError as error:
        takes = str(signature.replace(return_annotation=inspect.Signature.empty))
        takes = re.sub(r"\(self(, /)?(, )?", "(", takes).replace("'", "")
        return TypeError(f"{public}: {error}; allowed is {public}{takes}")
    for argument, value in bound.arguments.items():
        annotation = signature.parameters[argument].annotation
        allowed = None if annotation is inspect.Parameter.empty else _allowed(annotation, argument, value)
        if allowed is not None:
            kind = _abut.InvalidInput if annotation.split(" ")[0] == "int" and hasattr(value, "__index__") else TypeError
            return kind(f"{argument} is {shown(value)}; allowed is {allowed}")
    kinds = ", ".join(f"{argument} {type(value).__name__}" for argument, value in bound.arguments.items())
    return TypeError(f"{public}: arguments of these types are not taken: {kinds}")


def _explained(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    text, described, _ = getattr(function, "__nb_signature__")[0]
    signature = _signature(text)

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except TypeError as error:
            if "incompatible function arguments" not in str(error):
                raise
        raise _error(name, signature, args, kwargs)

    call.__doc__ = described
    call.__signature__ = signature  # type: ignore[attr-defined]
    call.__nb_signature__ = getattr(function, "__nb_signature__")  # type: ignore[attr-defined]
    return call


def explain_all(owner: Any) -> None:
    """Puts such a function in front of each of the module's or class's, classes of the module included."""
    for name, value in list(vars(owner).items()):
        if isinstance(value, type) and value.__module__ == "abut._abut" and not issubclass(value, Exception):
            explain_all(value)
            continue
        # Constructors are called past the class's dictionary, and check for themselves.
        signatures: Any = () if name.startswith("__") else getattr(value, "__nb_signature__", ())
        if len(signatures) == 1:
            explained = _explained(value, name)
            is_static = isinstance(owner, type) and not signatures[0][0].startswith(f"def {name}(self")
            setattr(owner, name, staticmethod(explained) if is_static else explained)
