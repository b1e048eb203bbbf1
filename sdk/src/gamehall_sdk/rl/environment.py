"""One round of a game as a PettingZoo environment; :mod:`gamehall_sdk.rl` says what its numbers mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from gamehall_sdk.game import Game
from gamehall_sdk.rl.encoding import Encoding
from gamehall_sdk.rl.table import Table
from gamehall_sdk.round import Legal, Round

__all__ = ["RoundEnv", "env"]


def env(
    game: Game,
    *,
    variant: str = "",
    options: Mapping[str, str] | None = None,
    seats: int | None = None,
    stack: int | None = None,
    render_mode: str | None = None,
) -> Any:
    """The environment of *game*, with PettingZoo's usual wrappers: an illegal action ends the episode with -1.

    *seats* is the least that the variant takes, *stack* the largest buy-in where chips are played.
    """
    raw = RoundEnv(game, variant=variant, options=options, seats=seats, stack=stack, render_mode=render_mode)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1))
    )


class RoundEnv(AECEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """The environment without wrappers; see the module.

    ``infos`` has the ``view`` of who is to act, and what is ``legal``.
    """

    metadata: Final = {
        "render_modes": ["ansi"],
        "name": "gamehall_v1",
        "is_parallelizable": False,
    }  # PettingZoo looks for it on the class

    def __init__(
        self,
        game: Game,
        *,
        variant: str = "",
        options: Mapping[str, str] | None = None,
        seats: int | None = None,
        stack: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        """See :func:`env`."""
        super().__init__()
        self.encoding = Encoding(game, variant=variant, options=options, seats=seats, stack=stack)
        self.render_mode = render_mode
        self._table = Table.of(game, variant, options, seats, stack)
        self._rng = np.random.default_rng()
        self._rounds = self._table.rounds(self._draw)
        self._round: Round[Any, Any] | None = None
        self.possible_agents = [f"seat_{seat}" for seat in range(self._table.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        observation = spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (self.encoding.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.encoding.actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation)
        self.action_spaces = {agent: spaces.Discrete(self.encoding.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """The same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """See the module; each agent has its own to sample from."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:  # noqa: ARG002  # PettingZoo's signature
        """Deal a round; with *seed*, the first of a series that is always the same."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
            self._rounds = self._table.rounds(self._draw)
        seats, self._round = next(self._rounds)
        self.agents = [self.possible_agents[seat] for seat in seats]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        """What *agent* knows, and what it may do if it is its turn."""
        game, seat = self._playing(), self._seats[agent]
        legal = game.legal(seat) if agent == self.agent_selection else Legal()
        return {
            "observation": self.encoding.observation(seat, game.view(seat)),
            "action_mask": self.encoding.mask(legal),
        }

    def step(self, action: int | None) -> None:
        """The agent whose turn it is does *action*; ``None`` when it is already out."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game, seat = self._playing(), self._seats[agent]
        if action is None:
            sentence = f"{agent} is to act, and None is no action"
            raise ValueError(sentence)
        game.apply(seat, self.encoding.action(action, game.legal(seat)))
        self._cumulative_rewards[agent] = 0
        self._go_on()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The spectator's view as text, with ``render_mode="ansi"``."""
        return repr(self._playing().view(None)) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""

    def _go_on(self) -> None:
        """Ask the next seat, or end the episode."""
        game = self._playing()
        if game.to_act:
            self.agent_selection = self.possible_agents[game.to_act[0]]
        else:
            net = game.payoffs or {}
            self.rewards = {agent: net.get(self._seats[agent], 0) for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        for agent in [self.agent_selection] if game.to_act else self.agents:
            seat = self._seats[agent]
            self.infos[agent] = {"view": game.view(seat), "legal": game.legal(seat) if game.to_act else Legal()}

    def _playing(self) -> Round[Any, Any]:
        if self._round is None:
            sentence = "call reset first"
            raise RuntimeError(sentence)
        return self._round

    def _draw(self, count: int) -> bytes:
        return self._rng.bytes(count)
