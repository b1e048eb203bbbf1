"""PHH hands on the engine: what they come to, and what does not fit."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from gamehall_poker.phh.hand import PhhError, PhhHand
from gamehall_poker.phh.reading import parse, sections
from gamehall_poker.phh.replaying import Outcome, replay
from gamehall_poker.phh.writing import write_all

SAMPLES = Path(__file__).parents[4] / "shared" / "samples" / "poker_hands.jsonl"
CODES = {"NLHE": "NT", "FLHE": "FT", "STUD": "F7S"}


def samples() -> list[Any]:
    if not SAMPLES.exists():
        reason = pytest.mark.skip(reason=f"the sample hands are not here: {SAMPLES.name}")
        return [pytest.param([], marks=reason)]
    return [pytest.param([json.loads(line) for line in SAMPLES.read_text(encoding="utf-8").splitlines()], id="all")]


def phh_of(row: dict[str, Any]) -> PhhHand:
    """A sample as PHH: between two with a button antes and blinds stand the other way round."""
    turned = slice(None, None, -1 if len(row["players"]) == 2 and row["variant"] != "STUD" else 1)
    return PhhHand(
        variant=CODES[row["variant"]],
        antes=tuple(row["antes"][turned]),
        blinds=tuple(row.get("blinds", [])[turned]),
        bring_in=row.get("bring_in", 0),
        small_bet=row.get("min_bet", 0) or row.get("small_bet", 0),
        big_bet=row.get("big_bet", 0),
        starting_stacks=tuple(row["starting_stacks"]),
        actions=tuple(row["actions"]),
        hand=row["id"],
        players=tuple(row["players"]),
    )


@pytest.mark.parametrize("rows", samples())
def test_the_sample_hands_written_as_phh_replay_chip_for_chip(rows: list[dict[str, Any]], tmp_path: Path) -> None:
    path = tmp_path / "samples.phhs"
    path.write_text("".join(write_all(map(phh_of, rows))), encoding="utf-8")
    with path.open(encoding="utf-8") as lines:
        hands = [parse(section) for section in sections(lines)]
    assert [hand.hand for hand in hands] == [row["id"] for row in rows]
    for hand, row in zip(hands, rows, strict=True):
        done = replay(hand)
        pots = [{"amount": amount, "eligible": [f"p{one + 1}" for one in who]} for amount, who in done.pots]
        assert (row["id"], pots) == (row["id"], row["pots"])
        assert list(done.won) == row["won"]
        assert list(done.finishing_stacks) == row["finishing_stacks"]


def hand(*actions: str, **fields: Any) -> PhhHand:
    """A no-limit hand among two, blinds 1/2, unless said otherwise."""
    given: dict[str, Any] = {
        "variant": "NT",
        "antes": (0, 0),
        "blinds": (1, 2),
        "small_bet": 2,
        "starting_stacks": (200, 200),
        "actions": actions,
    }
    return PhhHand(**given | fields)


def limit(variant: str, *actions: str, **fields: Any) -> PhhHand:
    more: dict[str, Any] = {"variant": variant, "small_bet": 2, "big_bet": 4}
    if variant.startswith(("F7", "FR")):
        more |= {"blinds": (), "bring_in": 1, "antes": (1, 1)}
    return hand(*actions, **more | fields)


HOLES = ("d dh p1 AsAh", "d dh p2 KsKh")
BOARD = ("d db 2c7d9h", "d db Jc", "d db 3s")
CHECKED = ("p2 cc", "p1 cc", BOARD[0], "p1 cc", "p2 cc", BOARD[1], "p1 cc", "p2 cc", BOARD[2], "p1 cc", "p2 cc")


def test_between_two_blinds_are_listed_the_other_way_round() -> None:
    done = replay(hand(*HOLES, "p2 f"))
    assert done.finishing_stacks == (201, 199), "p2 has the button and the small blind"


def test_a_showdown() -> None:
    assert replay(hand(*HOLES, *CHECKED)) == Outcome(((4, (0, 1)),), (4, 0), (202, 198))


def test_where_all_folded_the_winners_whole_last_bet_counts_as_returned() -> None:
    done = replay(hand(*HOLES, "p2 cbr 6", "p1 cc", BOARD[0], "p1 cbr 20", "p2 f"))
    assert done == Outcome(((12, (0,)),), (12, 0), (206, 194))
    blind = replay(hand(*HOLES, "p2 f"))
    assert (blind.pots, blind.won) == (((1, (0,)),), (1, 0)), "the small blind of p2, not what p1 matched it with"


def test_amounts_with_decimals_are_exact_in_the_files_unit() -> None:
    money = {"blinds": (Decimal("0.10"), Decimal("0.2")), "small_bet": Decimal("0.20"), "starting_stacks": (10, 10)}
    done = replay(hand(*HOLES, "p2 cbr 0.45", "p1 cc", *CHECKED[2:], **money))
    assert done.won == (Decimal("0.90"), 0)
    assert done.finishing_stacks == (Decimal("10.45"), Decimal("9.55"))


def test_cards_that_nobody_tells_do_not_win() -> None:
    assert replay(hand("d dh p1 ????", "d dh p2 2s3d", *CHECKED)).won == (0, 4)
    assert replay(hand("d dh p2 2s3d", *CHECKED)).won == (0, 4), "not even dealt"


def test_shown_cards_become_known() -> None:
    assert replay(hand("d dh p1 ????", "d dh p2 2s8d", *CHECKED, "p1 sm AsAh", "p2 sm 2s8d")).won == (4, 0)
    assert replay(hand("d dh p1 ??Ah", "d dh p2 2s8d", *CHECKED, "p1 sm AsAh")).won == (4, 0)


def test_a_mucked_hand_wins_nothing() -> None:
    assert replay(hand(*HOLES, *CHECKED, "p1 sm", "p2 sm KsKh")).won == (0, 4)
    assert replay(hand("d dh p1 ????", "d dh p2 ????", *CHECKED, "p1 sm")).won == (0, 4)


def test_a_dash_shows_what_was_told_when_it_was_dealt() -> None:
    assert replay(hand(*HOLES, *CHECKED, "p1 sm -", "p2 sm -")).won == (4, 0)
    assert replay(hand("d dh p1 ????", "d dh p2 ????", *CHECKED, "p1 sm -")).won == (4, 0), "only p1 showed"


def test_what_says_nothing_or_is_a_comment_does_nothing_and_counts() -> None:
    assert replay(hand(*HOLES, "", "# p2 thinks", "  ", "p2 f")).won == (1, 0)
    with pytest.raises(PhhError, match="action 5 'p1 f': p1 is not to act"):
        replay(hand(*HOLES, "", "# p2 thinks", "p1 f"))


def test_who_cannot_pay_the_ante_wins_all_antes_unless_the_file_trims_them() -> None:
    dealt = ("d dh p1 QsTd", "d dh p2 AsAh", "d dh p3 4h5h", "p3 cc", "p1 cc")
    ends = (BOARD[0], "p1 cc", "p3 cc", BOARD[1], "p1 cc", "p3 cc", BOARD[2], "p1 cc", "p3 cc")
    three = {"antes": (5, 5, 5), "starting_stacks": (100, 3, 100), "blinds": (1, 2, 0)}
    untrimmed = replay(hand(*dealt, *ends, **three))
    assert untrimmed.pots == ((13, (0, 1, 2)), (4, (0, 2)))
    assert untrimmed.won[1] == 13
    trimmed = replay(hand(*dealt, *ends, trims_antes=True, **three))
    assert trimmed.pots == ((9, (0, 1, 2)), (8, (0, 2)))
    assert trimmed.won[1] == 9


def test_who_has_an_unknown_stack_is_never_all_in() -> None:
    done = replay(hand(*HOLES, "p2 cbr 200", "p1 cc", *BOARD, starting_stacks=(None, 200)))
    assert (done.won, done.finishing_stacks) == ((400, 0), (None, 0))


def test_a_showdown_of_which_nothing_is_known_cannot_be_decided() -> None:
    with pytest.raises(PhhError, match="nobody's cards are known"):
        replay(hand("d dh p1 ????", "d dh p2 ????", *CHECKED))


def test_hands_may_be_shown_before_the_last_cards_when_all_are_all_in() -> None:
    done = replay(hand(*HOLES, "p2 cbr 200", "p1 cc", "p2 sm KsKh", "p1 sm AsAh", *BOARD))
    assert done.finishing_stacks == (400, 0)


def test_comments_stand_behind_actions() -> None:
    assert replay(hand(*HOLES, "p2 f # too weak")).won == (1, 0)


def test_a_straddle_and_a_post() -> None:
    three = {"antes": (0, 0, 0, 0), "starting_stacks": (200,) * 4}
    straddled = replay(hand("p4 f", "p1 f", "p2 f", blinds=(1, 2, 4, 0), **three))
    assert straddled.finishing_stacks == (199, 198, 203, 200)
    posted = replay(hand("p3 cc", "p4 f", "p1 f", "p2 cbr 6", "p3 f", blinds=(1, 2, -2, 0), **three))
    assert posted.finishing_stacks == (199, 203, 198, 200)


def test_an_ante_of_the_big_blind_alone_is_dead_money() -> None:
    three = {"antes": (0, 2, 0), "starting_stacks": (200,) * 3, "blinds": (1, 2, 0)}
    done = replay(hand("p3 cbr 4", "p1 f", "p2 f", **three))
    assert done.finishing_stacks == (199, 196, 205)


def test_only_the_big_blind_is_posted() -> None:
    three = {"antes": (0, 0, 0), "starting_stacks": (200,) * 3, "blinds": (0, 2, 0)}
    assert replay(hand("p3 f", "p1 f", **three)).finishing_stacks == (200, 200, 200)


def test_omaha_uses_two_cards_of_the_hand() -> None:
    dealt = ("d dh p1 AsKs3d3h", "d dh p2 8c8d2d4d", "p2 cc", "p1 cc", "d db QsJsTd", "p1 cc", "p2 cc", "d db 8s")
    done = replay(hand(*dealt, "p1 cc", "p2 cc", "d db 5s", "p1 cc", "p2 cc", variant="PO"))
    assert done.won == (4, 0)


def test_stud_with_a_card_for_all() -> None:
    third = ("d dh p1 2s3h4c", "d dh p2 KsKhKd", "p1 pb", "p2 cc")
    later = ("d dh p1 5d", "d dh p2 Qd", "p2 cc", "p1 cc", "d dh p1 7d", "d dh p2 Jc", "p2 cc", "p1 cc")
    sixth = ("d dh p1 9d", "d dh p2 8c", "p2 cc", "p1 cc")
    done = replay(limit("F7S", *third, *later, *sixth, "d db 6s", "p2 cc", "p1 cc"))
    assert done.won == (4, 0), "the six for all makes a straight"


def test_draws() -> None:
    dealt = ("d dh p1 7s5h4c3c2c", "d dh p2 KsKhKd2d2s", "p2 cc", "p1 cc")
    done = replay(hand(*dealt, "p1 sd", "p2 sd KsKhKd", "d dh p2 6d5d3s", "p1 cc", "p2 cc", variant="N2L1D"))
    assert done.won == (4, 0)
    done = replay(
        hand(*dealt, "p1 sd 7s", "p2 sd KsKhKd", "d dh p1 Ac", "d dh p2 3d5d6d", "p1 cc", "p2 cc", variant="N5D")
    )
    assert done.won == (4, 0)
    done = replay(hand(*dealt, "p1 sd ??", "d dh p1 Kc", "p2 sd -", "p1 cc", "p2 cc", variant="N5D"))
    assert done.won == (0, 4)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (hand(*HOLES, "p1 cc"), "action 3 'p1 cc': p1 is not to act; p2 is to act"),
        (
            hand(*HOLES, "p2 cbr 3"),
            "action 3 'p2 cbr 3': raise to 3 is below the minimum 4; legal: Fold, Call, RaiseTo from 4",
        ),
        (hand(*HOLES, "p2 cbr many"), "action 3 'p2 cbr many': 'many' is no amount"),
        (hand(*HOLES, "p2 call"), "action 3 'p2 call': this is no action"),
        (hand(*HOLES, "p3 f"), "action 3 'p3 f': 'p3' is no player; there are p1 to p2"),
        (hand("d dh p1 AsAx"), "action 1 'd dh p1 AsAx': 'AsAx' are no cards"),
        (hand("d dh p1 AsAs"), "action 1 'd dh p1 AsAs': As was dealt before"),
        (hand(*HOLES, "p2 cc", "p1 cc", "d db 2c3cAs"), "action 5 'd db 2c3cAs': As was dealt before"),
        (hand("d dh p1 AsAhAd"), "action 1 'd dh p1 AsAhAd': the player has all cards of this street"),
        (hand(*HOLES, "p2 f", "p1 cc"), "action 4 'p1 cc': p1 is not to act; the hand is over"),
        (hand(*HOLES, "p2 f", "d dh p2 2c"), "action 4 'd dh p2 2c': the player has folded"),
        (hand(*HOLES, "d db 2c3c4c5c6c7c"), "action 3 'd db 2c3c4c5c6c7c': the board has 5 cards"),
        (hand(*HOLES, "d db 2c3c4c", "p2 cc"), "action 3 'd db 2c3c4c': no card comes to the board now"),
        (hand(*HOLES, "p2 cc"), "the hand is not over after 3 actions; p1 is to act"),
        (hand(variant="XX"), "the variant 'XX' is none of FT, NT, PO"),
        (hand(starting_stacks=(5,)), "the field 'starting_stacks' needs two players or more"),
        (hand(starting_stacks=(5, 0)), "the hand cannot begin"),
        (hand(antes=(-1, 0)), "the field 'antes' holds -1; an ante is 0 or more"),
        (hand(*HOLES, "p2 cbr 1e99999"), "action 3 'p2 cbr 1e99999': '1e99999' is no amount"),
        (hand(*HOLES, *CHECKED, "p1 sm AsAd"), "'p1 sm AsAd': p1 does not hold Ad"),
        (hand(antes=(1, 1, 1)), "the field 'antes' is longer than 'starting_stacks'"),
        (hand(blinds=(0, 0), small_bet=0), "the hand cannot begin: blinds 0/0"),
        (hand(*HOLES, *CHECKED, "p1 sm 5c5c"), "'p1 sm 5c5c': a card is shown twice"),
        (hand(*HOLES, "p2 sd 2c"), "action 3 'p2 sd 2c': Discard"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_does_not_fit_is_named(wrong: PhhHand, sentence: str) -> None:
    with pytest.raises(PhhError) as error:
        replay(wrong)
    assert sentence in str(error.value)
