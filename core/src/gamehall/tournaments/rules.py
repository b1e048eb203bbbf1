"""What a tournament is played by, as its organiser said, checked. Pure."""

from __future__ import annotations

import attrs

from gamehall.tournaments.prizes import check_shares
from gamehall.tournaments.seating import table_count
from gamehall_sdk.errors import BadOption
from gamehall_sdk.game import Game, Stakes

__all__ = ["MOST_ENTRANTS", "Rules", "checked"]

MOST_ENTRANTS = 10_000
_MOST_CHIPS = 1_000_000_000
_MOST_NAME = 80
_MOST_DEALS = 10_000
_MOST_SECONDS = 86_400
_TWO = 2


@attrs.frozen(kw_only=True)
class Rules:
    """A tournament. With ``deals`` everybody plays so many rounds, else it is played until one is left."""

    name: str
    game: str
    variant: str
    options: dict[str, str] = attrs.field(factory=dict)
    """The game's options and the table's, as texts."""
    seats: int
    """The most at one table."""
    fewest: int
    """The least at one table: the game's."""
    buy_in: int = 0
    """Chips from the account, held until the prizes are paid."""
    stack: int = 0
    """Tournament chips that each begins with; 0 where points are played."""
    least: int = 2
    """Entrants without which it is cancelled at its time."""
    most: int = 9
    """Entrants that it takes."""
    sit_and_go: bool = False
    """It starts as soon as all ``most`` are there."""
    starts_at_ms: int | None = None
    """When it starts; ``None``: when it is full, or when the organiser says so."""
    deals: int = 0
    """Rounds that each table plays; 0: until one has everything, or the game says that the match is over."""
    level_hands: int = 0
    """Rounds after which the stakes rise; 0: by no number of them."""
    level_s: int = 0
    """Seconds after which the stakes rise; 0: by no time."""
    fill: str = ""
    """The server's bot that takes the free places at the start; empty: they stay free."""
    rated: bool = False
    prizes: tuple[int, ...] = ()
    """Percent of the pool for each place; empty: by the number of entrants."""

    @property
    def knock_out(self) -> bool:
        """Whether whoever has no chips left is out, and players move between tables."""
        return self.stack > 0 and not self.deals


def checked(rules: Rules, game: Game) -> Rules:
    """*rules*, with what is left open filled in. Raises BadOption for what cannot be played."""
    least, most = game.seats_of(rules.variant)
    chips = game.stakes is Stakes.CHIPS
    seats = rules.seats or most
    full = rules.most or seats
    fewest = max(_TWO, least)
    name = " ".join(rules.name.split())
    filled = attrs.evolve(rules, name=name, seats=seats, most=full, least=rules.least or fewest, fewest=fewest)
    wrong = _wrong_numbers(filled, game, most) or _wrong_play(filled, game, chips=chips)
    if wrong:
        raise BadOption(wrong)
    return filled


def _wrong_numbers(rules: Rules, game: Game, most: int) -> str | None:
    title = game.title
    if not (0 < len(rules.name) <= _MOST_NAME and rules.name.isprintable()):
        return f"a tournament's name has 1 to {_MOST_NAME} printable characters"
    if not rules.fewest <= rules.seats <= most:
        return f"a table of {title} has {rules.fewest} to {most} seats, not {rules.seats}"
    if not _TWO <= rules.least <= rules.most <= MOST_ENTRANTS:
        return f"entrants are 2 to {MOST_ENTRANTS}; {rules.least} at least and {rules.most} at most do not fit"
    if table_count(rules.most, rules.fewest, rules.seats) is None:
        return f"{rules.most} entrants do not fill tables of {rules.fewest} to {rules.seats}"
    if not 0 <= rules.buy_in <= _MOST_CHIPS:
        return f"the buy-in is 0 to {_MOST_CHIPS} chips, not {rules.buy_in}"
    return check_shares(rules.prizes) if rules.prizes else None


def _wrong_play(rules: Rules, game: Game, *, chips: bool) -> str | None:
    title = game.title
    if chips and not 1 <= rules.stack <= _MOST_CHIPS:
        return f"{title} is played for chips: say with how many each begins, 1 to {_MOST_CHIPS}"
    if not chips and rules.stack:
        return f"{title} is played for points: nobody begins with a stack"
    if not 0 <= rules.deals <= _MOST_DEALS:
        return f"a tournament has 0 to {_MOST_DEALS} deals, not {rules.deals}"
    if not (chips or rules.deals or game.match_over is not None):
        return f"{title} has no end of its own: say how many deals are played"
    if rules.level_hands < 0 or not 0 <= rules.level_s <= _MOST_SECONDS:
        return f"stakes rise after 0 or more rounds, or after 0 to {_MOST_SECONDS} seconds"
    if (rules.level_hands or rules.level_s) and game.at_level is None:
        return f"the stakes of {title} do not rise"
    if rules.sit_and_go and rules.starts_at_ms is not None:
        return "a sit-and-go starts when it is full, not at a time; choose one of the two"
    return None
