/** The view of Hello: everyone round a table, each with a card. The kit is all that it needs of the page. */

/**
 * @param {HTMLElement} root  where to draw
 * @param {object} kit  what the page offers: elements, cards, seats, texts
 */
export default function hello(root, kit) {
  const { h, ring, around, showCards } = kit;
  const middle = h("p.hello-middle", { role: "status" });
  const felt = h("div.hello", {}, h("div.hello-felt", {}, middle));
  root.append(felt);

  return {
    /** Called after every change; `model.view` is the round as the server shows it to this viewer. */
    show(model) {
      const places = around(model.seats.keys(), model.you);
      const free = kit.seats().filter((plate, place) => !model.seats.has(place) && plate.offers);
      const shown = [...places.map((place) => kit.seat(place)), ...free.slice(0, 1)];
      const spots = ring(shown.length, { portrait: felt.clientHeight > felt.clientWidth });
      shown.forEach((plate, at) => {
        plate.classList.add("hello-seat");
        plate.style.left = `${spots[at].x}%`;
        plate.style.top = `${spots[at].y}%`;
        if (plate.parentNode !== felt) felt.append(plate);
      });
      for (const plate of felt.querySelectorAll("gh-seat")) if (!shown.includes(plate)) plate.remove();

      const players = new Map((model.view?.players ?? []).map((one) => [one.seat, one]));
      for (const place of places) {
        const player = players.get(place);
        const plate = kit.seat(place);
        showCards(plate.top, player ? [player.card ?? null] : []);
        const won = model.result?.payoffs.get(place);
        plate.note.textContent = won > 0 ? `+${won}` : player?.chosen && !model.result ? kit.t("chosen") : "";
        plate.classList.toggle("hello-winner", won > 0);
      }
      middle.textContent = model.myTurn ? kit.t("yourTurn") : "";
    },
  };
}

/** With all cards open (a replay, an observer): everybody's own card into one view. @param {Map<number, object>} views */
export function merge(views, plain) {
  const own = (seat) => views.get(seat)?.players.find((one) => one.seat === seat)?.card;
  return { ...plain, players: plain.players.map((one) => ({ ...one, card: own(one.seat) ?? one.card })) };
}
