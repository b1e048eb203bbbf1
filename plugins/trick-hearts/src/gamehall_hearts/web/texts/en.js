export default {
  trick: "Trick", hand: "Your hand", taken: "Cards that count, taken by {seat}", score: "{score} · {tricks} tricks", exposed: "Exposed:",
  play: "Play a card.", expose: "Choose the cards to expose, or none.", exposeThese: "Expose {count}", exposeNone: "Expose none", pass: "Choose card {count} to pass {direction}.",
  "action.playcard": "Play", "action.passcard": "Pass", "action.exposecards": "Expose",
  "word.left": "to the left", "word.right": "to the right", "word.across": "across", "word.hold": "to nobody",
  "event.handdealt": "", "event.cardplayed": "{seat}: {card}", "event.trickwon": "{seat} takes the trick. {cards}", "event.scored": "{seat} scores {score}.", "event.exposuredecided": "", "event.cardsexposed": "{seat} exposes {cards}.",
  "event.passchosen": "", "event.cardspassed": "Cards are passed {direction}.", "event.cardsreceived": "You get {cards} from {giver}.", "event.heartsbroken": "Hearts are broken.", "event.moonshot": "{seat} shoots the moon!",
};
