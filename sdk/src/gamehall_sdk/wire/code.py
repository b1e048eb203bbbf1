"""Writing the functions that write: the source of one, line by line, and what the names in it stand for.

A function that is made for one class, from its :class:`~gamehall_sdk.wire.shape.Record`, knows each field beforehand
and does no more than that field needs. So it takes half the time of functions that call one another for each field.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, TypeAlias

from gamehall_sdk.wire.scalars import Mismatch, kind_of
from gamehall_sdk.wire.shape import ABSENT, Field, Many, Pairs, spreader

__all__ = ["Code", "Options", "Writer", "Writers", "refusing"]

Writer: TypeAlias = Callable[[Any, Any], Any]
"""A function of a value and of :class:`Writers`, for the payloads in it."""
_HEAD: Final = ("def write(v, put):", "    try:")
_TAIL: Final = ("    except Mismatch as error:", "        error.path[:0] = at", "        raise")
_TAIL_OF_PAYLOAD: Final = (
    "    except Mismatch as error:",
    "        error.path[:0] = (name, *at)",
    "        raise",
    "    except TypeError as error:",
    "        raise Mismatch(str(error)) from error",
)


def refusing(sentence: str) -> Writer:
    """A writer that refuses every value."""

    def refuse(_value: Any, _put: Any) -> Any:
        raise Mismatch(sentence)

    return refuse


class Writers(dict[type, Writer]):
    """The writers of payloads by their classes, each made when it is needed first."""

    def __init__(self, make: Callable[[type], Writer]) -> None:
        """Have *make* make them."""
        super().__init__()
        self._make = make

    def __missing__(self, cls: type) -> Writer:
        """Make the writer of *cls*."""
        self[cls] = write = self._make(cls)
        return write

    def __call__(self, payload: Any) -> Any:
        """Write *payload*, and what is in it, by the writer of its class."""
        return self[type(payload)](payload, self)


class Code:
    """One function of a value ``v`` and of ``put``.

    Its variable ``at`` has the steps to what is being written; it is set before whatever may raise
    :class:`~gamehall_sdk.wire.scalars.Mismatch`, whose path begins with it.
    """

    def __init__(self, name: str, form: str, *, payload: bool = False) -> None:
        """*name* is that of the element, and *form* what it is written as; a *payload* says where it stands itself."""
        self._file = f"<{name} as {form}>"
        self._lines = [*_HEAD]
        self._tail = _TAIL_OF_PAYLOAD if payload else _TAIL
        self._depth = 2
        self._names: dict[str, Any] = {"Mismatch": Mismatch, "name": name}
        self._variables = 0
        self._at: tuple[str, ...] | None = None
        """What ``at`` is surely at this point; all in a loop belongs to one field, so that it leaves it as it is."""

    def line(self, text: str) -> None:
        """Add a line."""
        self._lines.append("    " * self._depth + text)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Add *head*, and indent what follows."""
        self.line(head)
        self._depth += 1
        before = self._at
        yield
        self._depth -= 1
        if self._at != before:
            self._at = None

    def fresh(self) -> str:
        """A name for a new variable."""
        self._variables += 1
        return f"x{self._variables}"

    def variable(self, value: str) -> str:
        """A new variable that is the expression *value*."""
        name = self.fresh()
        self.line(f"{name} = {value}")
        return name

    def at(self, *steps: str) -> None:
        """What follows may fail, inside *steps*."""
        if self._at != steps:
            self._at = steps
            self.line(f"at = {steps!r}")

    def name(self, value: Any) -> str:
        """A name for *value*."""
        name = f"g{len(self._names)}"
        self._names[name] = value
        return name

    def inner(self, variable: str, *steps: str) -> str:
        """An expression for the payload *variable*."""
        self.at(*steps)
        return f"put[type({variable})]({variable}, put)"

    def left_out(self, field: Field, variable: str, *, always: bool) -> str | None:
        """The condition under which nothing is written of *field*, if there is one."""
        conditions = [f"{variable} is None"] if field.optional else []
        if not always and field.default is not ABSENT and not (conditions and field.default is None):
            conditions.append(f"{variable} == {self.name(field.default)}")
        return " or ".join(conditions) or None

    def unless(self, usual: str, variable: str, make: Callable[[Any], Any], *steps: str) -> None:
        """Replace *variable* by what *make* makes of it, unless the condition *usual*, on ``x``, holds."""
        with self.block(f"if not ({usual.replace('{x}', variable)}):"):
            self.replace(variable, make, *steps)

    def replace(self, variable: str, make: Callable[[Any], Any], *steps: str) -> None:
        """Replace *variable* by what *make* makes of it."""
        self.at(*steps)
        self.line(f"{variable} = {self.name(make)}({variable})")

    def truth(self, variable: str, make: Callable[[Any], Any], *steps: str) -> None:
        """Replace *variable* by ``"true"`` or ``"false"``, or, where it is neither, by what *make* makes of it."""
        with self.block(f"if {variable} is True:"):
            self.line(f'{variable} = "true"')
        with self.block(f"elif {variable} is False:"):
            self.line(f'{variable} = "false"')
        with self.block("else:"):
            self.replace(variable, make, *steps)

    def look_up(self, variable: str, table: Mapping[Any, Any], make: Callable[[Any], Any], *steps: str) -> None:
        """Replace *variable* by what *table* has for it, or else by what *make* makes of it."""
        kind = self.name(type(next(iter(table))))
        self.at(*steps)
        found = f"{self.name(table)}.get({variable}) if type({variable}) is {kind} else None"
        self.line(f"{variable} = ({found}) or {self.name(make)}({variable})")

    def at_least(self, field: Field, variable: str) -> None:
        """Refuse a list that is shorter than *field* demands."""
        self.at(field.wire)
        with self.block(f"if len({variable}) < {field.least}:"):
            self.line(f'raise Mismatch("expected at least {field.least} item")')

    def nested(self, cls: type, variable: str, make: Callable[[], Writer]) -> str:
        """An expression for *variable*, an instance of *cls*, as the writer that *make* gives has it."""

        def first(value: Any, put: Any) -> Any:
            # A class may hold itself, so that its writer cannot be made before it is needed.
            self._names[name] = write = make()
            return write(value, put)

        def refuse(value: Any) -> None:
            if not isinstance(value, cls):
                raise Mismatch(f"expected a {cls.__name__}, got {kind_of(value)}")

        with self.block(f"if type({variable}) is not {self.name(cls)}:"):
            self.line(f"{self.name(refuse)}({variable})")
        name = self.name(first)
        return f"{name}({variable}, put)"

    def items(self, shape: Many | Pairs, variable: str, *steps: str) -> str:
        """Make of *variable*, of *shape*, its items in order; gives a name for one of them."""
        if isinstance(shape, Many) and shape.build is tuple:
            length = "" if shape.exactly is None else f" and len({variable}) == {shape.exactly}"
            self.unless(f"type({variable}) is tuple{length}", variable, spreader(shape), *steps)
        else:
            self.replace(variable, spreader(shape), *steps)
        return self.fresh()

    @contextmanager
    def inside_path(self, paths: Mapping[type, list[str]], variable: str) -> Iterator[None]:
        """What fails inside has failed inside the path of the class of *variable*."""
        with self.block("try:"):
            yield
        with self.block("except Mismatch as error:"):
            self.line(f"error.path[:0] = {self.name(paths)}.get(type({variable}), ())")
            self.line("raise")

    def function(self) -> Writer:
        """The function."""
        source = "\n".join([*self._lines, *self._tail, ""])
        linecache.cache[self._file] = (len(source), None, source.splitlines(keepends=True), self._file)
        exec(compile(source, self._file, "exec"), self._names)  # noqa: S102 - of names and lines that were given here
        function: Writer = self._names["write"]
        return function


class Options(Writers):
    """The writers of the classes that may stand in one place."""

    def __init__(self, options: tuple[type, ...], named: Callable[[type], str], make: Callable[[type], Writer]) -> None:
        """In complaints an option is called what *named* says."""
        super().__init__(make)
        self._options = options
        self._named = named

    def __missing__(self, cls: type) -> Writer:
        """Make the writer of *cls*, or what refuses its instances."""
        return super().__missing__(cls) if cls in self._options else self._refuse

    def _refuse(self, value: Any, _put: Any) -> Any:
        raise Mismatch(f"expected one of {', '.join(map(self._named, self._options))}, got {kind_of(value)}")
