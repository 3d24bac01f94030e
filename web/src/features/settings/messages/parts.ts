/** A message's text taken apart: its subject, its body, and what it is filled with. Pure. */
import type { MessageEntry, MessageText } from "../desk/wordsApi";

export interface Parts {
  /** Null where the text has no first line of that kind: it is edited as a whole then. */
  subject: string | null;
  body: string;
}

/** A mail's first line is `Subject: …`; an SMS has none. */
export function partsOf(text: string, channel: MessageText["channel"]): Parts {
  const match = channel === "mail" ? /^Subject:[ \t]*(.*)(?:\r?\n|$)(?:[ \t]*\r?\n)?/.exec(text) : null;
  return match ? { subject: match[1] ?? "", body: text.slice(match[0].length) } : { subject: null, body: text };
}

export function joined({ subject, body }: Parts): string {
  return subject === null ? body : `Subject: ${subject.replaceAll(/\s*\n\s*/g, " ")}\n\n${body}`;
}

/** As a field stands in a text. */
const token = (name: string) => `{{ ${name} }}`;

/** What every message has: a text may name it without asking whether it is there. */
const NEVER_EMPTY: readonly string[] = ["greeting", "school", "website", "site", "until"];

/** What a button puts into a text: a field that may be empty asks whether it is, or the server would refuse the text. */
export const insertion = ({ name, needed }: MessageEntry["fields"][number]) => (needed || NEVER_EMPTY.includes(name) ? token(name) : `{% if ${name} %}${token(name)}{% endif %}`);

/** Whether a text names a field: to be filled in, or to ask for it. */
export function names(text: string, field: string): boolean {
  return [...text.matchAll(/\{\{[^}]*\}\}|\{%[^%]*%\}/g)].some(([hole]) => new RegExp(`(^|[^\\w.])${field}([^\\w]|$)`).test(hole.replaceAll(/"[^"]*"|'[^']*'/g, "")));
}

/** The needed fields that a text does without. */
export const missing = (text: string, fields: MessageEntry["fields"]): string[] => fields.filter(({ name, needed }) => needed && !names(text, name)).map(({ name }) => name);

/** What every text may name beside a message's own fields. */
const ALWAYS = ["lang", "dir", "side", "colour", "host", "change", "school", "website", "site", "until", "greeting", "name", "url"];

/** The names in a text that nothing fills. */
export function unknown(text: string, fields: MessageEntry["fields"]): string[] {
  const named = [...text.matchAll(/\{\{-?\s*([A-Za-z_]\w*)\s*-?\}\}/g)].map((match) => match[1] ?? "");
  return [...new Set(named)].filter((name) => !ALWAYS.includes(name) && !fields.some((field) => field.name === name));
}

/** How many lines of the whole text stand before the body: those of the subject, which has a field of its own. */
export const linesBefore = (text: string, body: string): number => text.slice(0, text.length - body.length).split("\n").length - 1;
