/** Messages as the server speaks them, taken apart. Pure: no socket, no page. */

/** A refusal: the server's code and sentence. */
export class Refusal extends Error {
  constructor(code, sentence) {
    super(sentence);
    this.code = code;
  }
}

/** Codes of {@link Refusal} that this page acts on. */
export const CODES = { loginFailed: 201, elsewhere: 204, deleted: 205, tooMany: 207, unknownTable: 301, closed: 315, lost: 0 };

const LOBBY_GROUPS = ["accountmanagement", "authentication", "lobby"];

/** @typedef {{kind: string, gameid: number, body: any}} Answer  `kind` is `login`, `gamelist`, … or `game:join`, … */

/** Take an answer apart. @returns {Answer} */
export function answer(response) {
  for (const group of LOBBY_GROUPS) {
    if (response[group]) {
      const [kind, body] = entry(response[group]);
      return { kind: group === "accountmanagement" ? `account:${kind}` : kind, gameid: 0, body };
    }
  }
  if (response.general) return { kind: "general", gameid: 0, body: response.general };
  const { gameid = 0, ...rest } = response.game ?? {};
  const [kind, body] = entry(rest);
  return { kind: `game:${kind}`, gameid, body };
}

/** The kind of answer that `request` waits for. */
export function expected(request) {
  return answer(request).kind;
}

/** Whether `body` says no. @returns {Refusal|null} */
export function refusal(body) {
  return body?.success === false ? new Refusal(body.errorcode ?? 500, body.description ?? "refused") : null;
}

/** The one key of an object and its value: a payload's name and body. @returns {[string, any]} */
export function entry(object) {
  return Object.entries(object)[0] ?? ["", {}];
}

/** Payloads of `{name: body}` form, as `[name, body]`. */
export function payloads(list = []) {
  return list.map(entry);
}

/** Requests by name. Each gives the body of a `request` element. */
export const ask = {
  login: (accountname, password) => ({ authentication: { login: { accountname, password } } }),
  logout: () => ({ authentication: { logout: {} } }),
  register: (accountname, password) => ({ accountmanagement: { create: { accountname, password, accounttype: 1 } } }),
  changePassword: (accountname, oldpassword, newpassword) => ({
    accountmanagement: { changepassword: { accountname, oldpassword, newpassword } },
  }),
  deleteAccount: (accountname, password) => ({ accountmanagement: { delete: { accountname, password } } }),
  available: () => ({ lobby: { availablegames: {} } }),
  listing: (filters) => ({ lobby: { gamelist: filters } }),
  details: (gameid) => ({ lobby: { gamedetails: { gameid } } }),
  desk: (name, body = {}) => ({ game: { gameid: 0, custom: { [name]: body } } }),
  create: (gametype, name, parameters) => ({ game: { gameid: 0, create: { gametype, name, parameters } } }),
  remove: (gameid) => ({ game: { gameid, delete: {} } }),
  join: (gameid, parameters) => ({ game: { gameid, join: { parameters } } }),
  part: (gameid) => ({ game: { gameid, part: {} } }),
  act: (gameid, turn, name, body) => ({ game: { gameid, action: { parameters: [{ turn: String(turn) }, { [name]: body }] } } }),
  command: (gameid, name, body = {}) => ({ game: { gameid, custom: { [name]: body } } }),
  chat: (gameid, message, sender) => ({ game: { gameid, chat: { message, sender } } }),
  voice: (gameid, data) => ({ game: { gameid, voice: data } }),
};
