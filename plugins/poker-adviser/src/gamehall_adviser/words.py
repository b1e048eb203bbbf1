"""The adviser's sentences, in the languages of the browser's pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["LANGUAGES", "say"]

_ENGLISH: Final = {
    "one": "one opponent",
    "many": "{count} opponents",
    "chance": "You win about {chance} % of the pot against {others} whose hidden cards could be any.",
    "price": "A call costs {cost} and wins {pot}, so it needs {price} %.",
    "fold": "I would fold: that is too little.",
    "call": "I would call: the price is good, but for a raise it is not enough.",
    "raise": "I would raise to {amount}: your fair share would be {fair} %, and you have clearly more.",
    "bet": "I would bet {amount}: your fair share would be {fair} %, and you have more.",
    "check": "I would check: that costs nothing, and for a bet it is not enough.",
    "bringin": "I would just bring it in: for a full bet it is not enough.",
    "change": "I would change {cards}: the rest is worth keeping.",
    "keep": "I would keep all five cards.",
    "muck": "The pot is yours. I would not show: nobody has paid to see your hand.",
    "beaten": "I would not show: your hand is beaten, and nobody has to see it.",
    "wait": "It is not your turn.",
    "out": "You are not in this hand any more.",
}
_FINNISH: Final = {
    "one": "yhtä vastustajaa",
    "many": "{count} vastustajaa",
    "chance": "Voitat noin {chance} % potista {others} vastaan, kun piilokortit voivat olla mitä tahansa.",
    "price": "Maksaminen vie {cost} ja voittaa {pot}, joten se vaatii {price} %.",
    "fold": "Luopuisin: se on liian vähän.",
    "call": "Maksaisin: hinta on hyvä, mutta korotukseen se ei riitä.",
    "raise": "Korottaisin {amount} merkkiin: reilu osuutesi olisi {fair} %, ja sinulla on selvästi enemmän.",
    "bet": "Panostaisin {amount}: reilu osuutesi olisi {fair} %, ja sinulla on enemmän.",
    "check": "Sököttäisin: se ei maksa mitään, eikä käsi riitä panostukseen.",
    "bringin": "Avaisin vain pakollisella: täyteen panokseen käsi ei riitä.",
    "change": "Vaihtaisin kortit {cards}: muut kannattaa pitää.",
    "keep": "Pitäisin kaikki viisi korttia.",
    "muck": "Potti on sinun. En näyttäisi: kukaan ei ole maksanut nähdäkseen kätesi.",
    "beaten": "En näyttäisi: kätesi hävisi, eikä kenenkään tarvitse nähdä sitä.",
    "wait": "Ei ole sinun vuorosi.",
    "out": "Et ole enää mukana tässä jaossa.",
}
_CHINESE: Final = {
    "one": "一位对手",
    "many": "{count}位对手",
    "chance": "面对暗牌未知的{others}，你大约能赢得底池的{chance}%。",
    "price": "跟注需要{cost}，可赢得{pot}，所以胜率至少要有{price}%。",
    "fold": "我会弃牌：胜率太低。",
    "call": "我会跟注：价格合适，但还不足以加注。",
    "raise": "我会加注到{amount}：平均应得{fair}%，你明显高于此。",
    "bet": "我会下注{amount}：平均应得{fair}%，你高于此。",
    "check": "我会过牌：不花筹码，而牌力还不足以下注。",
    "bringin": "我只会下强制注：牌力还不足以下满注。",
    "change": "我会换掉{cards}：其余的牌值得保留。",
    "keep": "我会保留全部五张牌。",
    "muck": "底池归你。我不会亮牌：没有人付钱看你的牌。",
    "beaten": "我不会亮牌：你的牌输了，不必让人看到。",
    "wait": "现在还没轮到你。",
    "out": "这一局你已经不在牌局中了。",
}
LANGUAGES: Final[Mapping[str, Mapping[str, str]]] = {"en": _ENGLISH, "fi": _FINNISH, "zh": _CHINESE}


def say(language: str, key: str, **values: object) -> str:
    """The sentence called *key* in *language* (``fi``, ``zh-CN``; English where it is not known)."""
    texts = LANGUAGES.get(language.partition("-")[0].lower(), _ENGLISH)
    return texts[key].format(**values)
