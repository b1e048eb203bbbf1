/** Chat, and voice as short clips: hold the button, speak, let go. */

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { icon } from "./icon.js";

const MOST_S = 8;
const KINDS = ["audio/webm;codecs=opus", "audio/ogg;codecs=opus", "audio/mp4"];

/**
 * The chat of one table.
 * @param {{say: (line: string) => void, speak: (clip: string) => void}} table
 * @param {(error: Error) => void} complain
 */
export function chat(table, complain) {
  const lines = h("div.chat-lines", { role: "log", "aria-live": "polite", "aria-label": t("chat.title") });
  const input = h("input", { type: "text", maxLength: 500, autocomplete: "off", placeholder: t("chat.placeholder"), "aria-label": t("chat.line") });
  const send = h("button", { type: "submit", textContent: t("chat.send") });
  const form = h("form.chat-form", {}, input, send, voiceButton(table, complain));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (input.value.trim()) table.say(input.value);
    input.value = "";
  });
  const scroll = h("div.chat-scroll", { tabIndex: 0, role: "region", "aria-label": t("chat.title") }, lines);
  const add = (...content) => {
    lines.append(h("p.line", {}, content));
    while (lines.childElementCount > 300) lines.firstChild.remove();
    scroll.scrollTop = scroll.scrollHeight;
  };
  return {
    element: h("section.chat", {}, scroll, form),
    /** A line that the server passed on; the sender's name is the server's word. */
    said: ({ message, sender }) => add(h("b", {}, h("bdi", { textContent: sender })), " ", h("bdi", { textContent: message })),
    /** A clip that somebody spoke. */
    spoken: (clip) => {
      const audio = player(clip);
      if (audio) add(t("voice.clip"), " ", audio);
    },
  };
}

function player(clip) {
  const data = typeof clip === "string" ? clip : clip?.data;
  try {
    const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
    const url = URL.createObjectURL(new Blob([bytes]));
    const audio = h("audio", { controls: true, src: url, preload: "metadata" });
    audio.addEventListener("ended", () => URL.revokeObjectURL(url), { once: true });
    return audio;
  } catch {
    return null;
  }
}

function voiceButton(table, complain) {
  if (!navigator.mediaDevices?.getUserMedia || typeof MediaRecorder === "undefined") return null;
  const button = h("button.voice", { type: "button", "aria-pressed": false, "aria-label": t("voice.hold"), title: t("voice.hold") }, icon("mic"));
  let recorder = null;
  let wanted = false;
  const begin = async () => {
    if (wanted) return;
    wanted = true;
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      if (!wanted) return void stop(stream);
      recorder = record(stream, (clip) => table.speak(clip));
      button.setAttribute("aria-pressed", "true");
      setTimeout(end, MOST_S * 1000);
    } catch (error) {
      wanted = false;
      complain(new Error(t("voice.denied", { why: error.message })));
    }
  };
  const end = () => {
    wanted = false;
    button.setAttribute("aria-pressed", "false");
    if (recorder?.state === "recording") recorder.stop();
    recorder = null;
  };
  for (const type of ["pointerdown"]) button.addEventListener(type, begin);
  for (const type of ["pointerup", "pointercancel", "pointerleave", "blur"]) button.addEventListener(type, end);
  button.addEventListener("keydown", (event) => [" ", "Enter"].includes(event.key) && !event.repeat && (event.preventDefault(), begin()));
  button.addEventListener("keyup", (event) => [" ", "Enter"].includes(event.key) && end());
  return button;
}

function stop(stream) {
  for (const track of stream.getTracks()) track.stop();
}

function record(stream, done) {
  const mimeType = KINDS.find((kind) => MediaRecorder.isTypeSupported(kind));
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: 24_000 });
  const parts = [];
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  recorder.addEventListener("stop", async () => {
    stop(stream);
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    let text = "";
    for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
    if (text) done(btoa(text));
  });
  recorder.start();
  return recorder;
}
