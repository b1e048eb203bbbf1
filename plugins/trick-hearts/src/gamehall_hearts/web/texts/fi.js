export default {
  trick: "Tikki", hand: "Kätesi", taken: "Pistekortit: {seat}", score: "{score} · {tricks} tikkiä", exposed: "Näytetty:",
  play: "Pelaa kortti.", expose: "Valitse näytettävät kortit, tai ei yhtään.", exposeThese: "Näytä {count}", exposeNone: "Älä näytä", pass: "Valitse {count}. annettava kortti, suunta: {direction}.",
  "action.playcard": "Pelaa", "action.passcard": "Anna", "action.exposecards": "Näytä",
  "word.left": "vasemmalle", "word.right": "oikealle", "word.across": "vastapäätä", "word.hold": "ei kenellekään",
  "event.handdealt": "", "event.cardplayed": "{seat}: {card}", "event.trickwon": "{seat} ottaa tikin. {cards}", "event.scored": "{seat} saa {score}.", "event.exposuredecided": "", "event.cardsexposed": "{seat} näyttää {cards}.",
  "event.passchosen": "", "event.cardspassed": "Kortit annetaan: {direction}.", "event.cardsreceived": "Saat {cards}, antaja {giver}.", "event.heartsbroken": "Hertta on avattu.", "event.moonshot": "{seat} ottaa kaikki!",
};
