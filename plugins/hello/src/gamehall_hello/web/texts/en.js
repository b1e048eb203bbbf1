export default {
  chosen: "has chosen", yourTurn: "Keep your card, or swap it for the next one?",
  "action.keep": "Keep", "action.swap": "Swap",
  "event.dealt": "You get {card}.", "event.kept": "{seat} keeps.", "event.swapped": "{seat} swaps.", "event.shown": "{seat} had {card}.",
};
