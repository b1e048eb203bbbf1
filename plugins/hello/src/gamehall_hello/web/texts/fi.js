export default {
  chosen: "on valinnut", yourTurn: "Pidätkö korttisi vai vaihdatko sen seuraavaan?",
  "action.keep": "Pidä", "action.swap": "Vaihda",
  "event.dealt": "Saat kortin {card}.", "event.kept": "{seat} pitää korttinsa.", "event.swapped": "{seat} vaihtaa.", "event.shown": "{seat}: {card}.",
  "rule.0": "Jokainen saa yhden kortin, ja pitää sen vuorollaan tai vaihtaa sen pakan seuraavaan.",
  "rule.1": "Korkein kortti voittaa pisteen jokaiselta muulta; tasapelissä kukaan ei voita.",
  title: "Hei",
};
