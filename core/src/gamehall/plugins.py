"""The plugins of this environment: found by metadata, loaded one by one, each behind a guard.

Finding imports nothing; a plugin's module is imported by :meth:`Plugins.load`, which everything that needs a
game, a bot or a clock calls by asking for it. What fails is left out, with its cause in ``failures``.
"""

from __future__ import annotations

import difflib
import importlib
import importlib.metadata
import reprlib
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import attrs
import pluggy

from gamehall import hookspecs
from gamehall.errors import PluginError
from gamehall.plugin_metadata import Discovery, Failure, Found, discover, normalized
from gamehall_sdk import INTERFACE, OLDEST_INTERFACE
from gamehall_sdk.bot import BotKind
from gamehall_sdk.clock import ClockKind
from gamehall_sdk.dialect import Dialect
from gamehall_sdk.extension import MessageExtension
from gamehall_sdk.game import Game
from gamehall_sdk.hookimpl import PROJECT

CHOSEN: Final = "GAMEHALL_PLUGINS"
"""Variable: the plugins to load, by entry point or distribution, with commas; empty for none, unset for all."""
TRACE: Final = "GAMEHALL_TRACE_PLUGINS"
"""Variable: 1 prints each hook call to stderr."""
_NO_PLUGINS: Final = frozenset({"gamehall", "gamehall_sdk"})
"""What built-in plugins, and a game's parts that the SDK brings, are in."""


class _BadPlugin(Exception):
    """A plugin that imports but does not fit; its text is the cause."""


@attrs.frozen
class _Kind:
    """One kind of thing that plugins register, by name."""

    plural: str
    hook: str
    word: str
    type: type | None = None


_KINDS: Final = (
    _Kind("games", "register_games", "game", Game),
    _Kind("bots", "register_bots", "bot", BotKind),
    _Kind("clocks", "register_timers", "clock", ClockKind),
    _Kind("messages", "register_messages", "message extension", MessageExtension),
    _Kind("dialects", "register_dialects", "dialect", Dialect),
)


class Plugins:
    """All plugins of this environment, or those of *chosen* (entry-point or distribution names; ``None``: all).

    Built-in features are always among them. With *strict*, loading raises
    :class:`~gamehall.errors.PluginError` at the first failure instead of leaving that plugin out.
    """

    def __init__(
        self,
        chosen: Sequence[str] | None = None,
        *,
        strict: bool = False,
        trace: bool = False,
        discovery: Discovery | None = None,
    ) -> None:
        discovery = discover() if discovery is None else discovery
        self.installed = discovery.found
        """Every plugin that is installed, chosen or not, from metadata."""
        self.found = tuple(one for one in discovery.found if one.builtin or chosen is None or _is_chosen(one, chosen))
        """The plugins that are to be loaded, in the order in which they are."""
        self._strict = strict
        self._failures = [*discovery.failures, *_not_found(chosen or (), discovery.found)]
        self._broken: set[Found] = set()
        self._modules: dict[Found, Any] = {}
        self._things: dict[str, dict[str, tuple[Found, Any]]] = {kind.plural: {} for kind in _KINDS}
        self._manager = pluggy.PluginManager(PROJECT)
        self._manager.add_hookspecs(hookspecs)
        if trace:
            self._manager.add_hookcall_monitoring(_trace, lambda *_: None)

    @classmethod
    def from_environment(cls, environ: Mapping[str, str], *, strict: bool = False) -> Plugins:
        """The plugins that the variables ``GAMEHALL_PLUGINS`` and ``GAMEHALL_TRACE_PLUGINS`` ask for."""
        names = environ.get(CHOSEN)
        chosen = None if names is None else [name.strip() for name in names.split(",") if name.strip()]
        return cls(chosen, strict=strict, trace=environ.get(TRACE, "") not in {"", "0"})

    def load(self) -> Plugins:
        """Import and register what is not yet; a plugin that failed is tried once, until :meth:`retry`."""
        if self._strict and self._failures:
            raise _refusal(self._failures[0])
        if len(self._modules) + len(self._broken) < len(self.found):
            for plugin in self.found:
                if plugin not in self._modules and plugin not in self._broken:
                    self._load(plugin)
        return self

    def retry(self) -> Plugins:
        """Try those that failed once more, after something was installed or mended."""
        importlib.invalidate_caches()
        broken = {(plugin.distribution, plugin.name) for plugin in self._broken}
        self._failures = [one for one in self._failures if (one.distribution, one.entry_point) not in broken]
        self._broken.clear()
        return self.load()

    @property
    def failures(self) -> tuple[Failure, ...]:
        """What was left out, and why; before :meth:`load` only what metadata shows."""
        return tuple(self._failures)

    @property
    def games(self) -> Mapping[str, Game]:
        """The games by name."""
        return self._named("games")

    @property
    def bots(self) -> Mapping[str, BotKind]:
        """The kinds of bot by name."""
        return self._named("bots")

    @property
    def clocks(self) -> Mapping[str, ClockKind]:
        """The kinds of clock by name."""
        return self._named("clocks")

    @property
    def messages(self) -> Mapping[str, MessageExtension]:
        """The message extensions by name."""
        return self._named("messages")

    @property
    def dialects(self) -> Mapping[str, Dialect]:
        """The wire dialects by name."""
        return self._named("dialects")

    def owner(self, plural: str, name: str) -> Found:
        """The plugin that registered *name* among ``games``, ``bots`` …; :class:`KeyError` when none did."""
        self.load()
        return self._things[plural][name][0]

    @property
    def packages(self) -> frozenset[str]:
        """The import packages that the loaded plugins' code is in, as far as they and their games name it."""
        modules = [getattr(module, "__name__", "") for module in self._modules.values()]
        for game in self.games.values():
            parts = (game.round, game.flow, game.options, game.view, *game.actions, *game.interpreters.values())
            modules += [getattr(part, "__module__", "") for part in parts]
        return frozenset(name.partition(".")[0] for name in modules if name) - _NO_PLUGINS

    def registered(self, plugin: Found) -> dict[str, list[str]]:
        """What a loaded plugin registers: ``{"games": ["hello"], …}``, with observers and commands under ``hooks``."""
        self.load()
        names = {
            plural: [name for name, (owner, _) in things.items() if owner == plugin]
            for plural, things in self._things.items()
        }
        module = self._modules.get(plugin)
        callers = (self._manager.get_hookcallers(module) or []) if module is not None else []
        own = {kind.hook for kind in _KINDS}
        names["hooks"] = sorted(caller.name for caller in callers if caller.name not in own)
        return {plural: some for plural, some in names.items() if some}

    def notify(self, hook: str, **arguments: Any) -> tuple[Failure, ...]:
        """Call the observers of *hook*; a fault of one is returned (for the log) and keeps no other from being told."""
        faults: list[Failure] = []
        for plugin, call in self._answers(hook):
            try:
                call(**arguments)
            except (Exception, SystemExit) as error:  # noqa: BLE001  # an observer may raise anything
                faults.append(_failure(plugin, f"{hook} failed: {_cause(error)}", error))
        return tuple(faults)

    def answer(self, hook: str, make: Callable[[], Any], keyword: str) -> Iterator[tuple[Found, Any]]:
        """Call *hook* on each plugin with a ``make()`` of its own as *keyword*; give those that were filled well."""
        for plugin, call in self._answers(hook):
            target = make()
            try:
                call(**{keyword: target})
            except (Exception, SystemExit) as error:  # noqa: BLE001  # as above
                self._failures.append(_failure(plugin, f"{hook} failed: {_cause(error)}", error))
            else:
                yield plugin, target

    def _named(self, plural: str) -> Mapping[str, Any]:
        self.load()
        return MappingProxyType({name: thing for name, (_, thing) in self._things[plural].items()})

    def _answers(self, hook: str) -> Iterator[tuple[Found, Callable[..., Any]]]:
        """Each loaded plugin that answers *hook*, in pluggy's order, with a call that reaches it alone."""
        self.load()
        answers = getattr(self._manager.hook, hook).get_hookimpls()
        if not answers:
            return
        modules = set(self._modules.values())
        owners = {id(module): plugin for plugin, module in self._modules.items()}
        for answer in reversed(answers):
            call = self._manager.subset_hook_caller(hook, modules - {answer.plugin})
            yield owners[id(answer.plugin)], call

    def _load(self, plugin: Found) -> None:
        try:
            module = _import(plugin)
            self._register(plugin, module)
        except (Exception, SystemExit) as error:  # a plugin may raise anything while it is imported
            failure = _failure(plugin, _cause(error), error)
            if self._strict:
                raise _refusal(failure) from error
            self._broken.add(plugin)
            self._failures.append(failure)

    def _register(self, plugin: Found, module: Any) -> None:
        for other, same in self._modules.items():
            if same is module:
                raise _BadPlugin(f"its module {plugin.value} is already loaded as {other.label}")
        self._manager.register(module, name=f"{plugin.distribution}:{plugin.name}")
        try:
            self._check_hooks(plugin, module)
            things = {kind.plural: self._ask(kind, module) for kind in _KINDS}
            self._check_names(things)
        except BaseException:
            self._manager.unregister(module)
            raise
        self._modules[plugin] = module
        for plural, some in things.items():
            self._things[plural] |= {thing.name: (plugin, _labelled(plugin, thing)) for thing in some}

    def _check_hooks(self, plugin: Found, module: Any) -> None:
        if not self._manager.get_hookcallers(module):
            raise _BadPlugin(f"{plugin.value} answers no hook; is there a @hookimpl before each of its functions?")
        try:
            self._manager.check_pending()
        except pluggy.PluginValidationError:
            specs = [name for name in vars(hookspecs) if hasattr(getattr(hookspecs, name), f"{PROJECT}_spec")]
            hooks = vars(self._manager.hook).items()
            wrong = [name for name, caller in hooks if caller.get_hookimpls() and not caller.has_spec()]
            near = difflib.get_close_matches(wrong[0], specs, n=1)
            advice = f"did you mean {near[0]}?" if near else f"there are {', '.join(specs)}"
            raise _BadPlugin(f"there is no hook {wrong[0]!r}; {advice}") from None

    def _ask(self, kind: _Kind, module: Any) -> list[Any]:
        """What the plugin registers of one kind, checked."""
        others = set(self._modules.values()) - {module}
        answers = self._manager.subset_hook_caller(kind.hook, others)()
        if not answers:
            return []
        (things,) = answers
        if not isinstance(things, (list, tuple)):
            raise _BadPlugin(f"{kind.hook} gives a {type(things).__name__}, not a list")
        for thing in things:
            if (kind.type and not isinstance(thing, kind.type)) or not isinstance(getattr(thing, "name", None), str):
                raise _BadPlugin(f"{kind.hook} gives a {type(thing).__name__}, which is no {kind.word}")
            _check_interface(getattr(thing, "interface", INTERFACE))
        return list(things)

    def _check_names(self, things: Mapping[str, Sequence[Any]]) -> None:
        for kind in _KINDS:
            names = [thing.name for thing in things[kind.plural]]
            for name in names:
                if name in self._things[kind.plural]:
                    owner = self._things[kind.plural][name][0]
                    raise _BadPlugin(f"its {kind.word} {name!r} is already registered by {owner.label}")
                if names.count(name) > 1:
                    raise _BadPlugin(f"it registers the {kind.word} {name!r} twice")


def _labelled(plugin: Found, thing: Any) -> Any:
    """A game knows the package that it came from, and its rounds' records say it."""
    return thing.of_package(f"{plugin.distribution}=={plugin.version}") if isinstance(thing, Game) else thing


def _is_chosen(plugin: Found, chosen: Sequence[str]) -> bool:
    return any(name == plugin.name or normalized(name) == plugin.distribution for name in chosen)


def _not_found(chosen: Sequence[str], found: Sequence[Found]) -> Iterator[Failure]:
    for name in chosen:
        if not any(_is_chosen(plugin, [name]) for plugin in found):
            there = ", ".join(plugin.name for plugin in found if not plugin.builtin) or "none"
            yield Failure("", "", name, f"{CHOSEN} names {name!r}, but no plugin is called so; there are {there}")


def _import(plugin: Found) -> Any:
    entry = importlib.metadata.EntryPoint(plugin.name, plugin.value, PROJECT)
    module = entry.load()
    if module is None:
        raise _BadPlugin(f"{plugin.value} is None")
    _check_interface(getattr(module, "GAMEHALL_INTERFACE", INTERFACE))
    return module


def _check_interface(interface: object) -> None:
    if interface not in range(OLDEST_INTERFACE, INTERFACE + 1):
        speaks = f"{OLDEST_INTERFACE} to {INTERFACE}" if OLDEST_INTERFACE < INTERFACE else INTERFACE
        raise _BadPlugin(f"built for interface {interface}, this SDK speaks {speaks}")


def _failure(plugin: Found, cause: str, error: BaseException) -> Failure:
    told = "" if isinstance(error, _BadPlugin) else "".join(traceback.format_exception(error))
    return Failure(plugin.distribution, plugin.version, plugin.name, cause, told)


def _cause(error: BaseException) -> str:
    """One line that says what went wrong."""
    if isinstance(error, _BadPlugin):
        return str(error)
    if isinstance(error, SystemExit):
        return f"it tried to end the whole program (SystemExit: {error.code})"
    line = " ".join(str(error).split())
    return f"{type(error).__name__}: {line}" if line else type(error).__name__


def _refusal(failure: Failure) -> PluginError:
    who = " of ".join(part for part in (failure.entry_point, failure.distribution) if part)
    return PluginError(f"plugin {who}: {failure.cause}")


def _trace(hook: str, answers: Sequence[pluggy.HookImpl], arguments: Mapping[str, Any]) -> None:
    """Print one hook call to stderr, as ``GAMEHALL_TRACE_PLUGINS`` asks."""
    given = ", ".join(f"{name}={reprlib.repr(value)}" for name, value in arguments.items())
    # In the order in which they are called.
    names = ", ".join(answer.plugin_name for answer in reversed(answers)) or "nobody"
    sys.stderr.write(f"gamehall: hook {hook}({given}) -> {names}\n")
