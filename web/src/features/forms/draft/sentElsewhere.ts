/**
 * Tabs of this browser tell each other which draft was sent: a tab that still shows it must not send it a second time. Nothing is
 * stored, so a shared device keeps no trace; a tab that is opened later hears nothing.
 */
import type { Outcome } from "../outcome";
import { randomKey } from "./tokens";

interface Message {
  /** Which page says so: a page hears its own words too. */
  from: string;
  token: string;
  outcome: Outcome;
}

const CHANNEL = "qabul.sent";
const SELF = randomKey();

/** Tells the other tabs that a draft was sent. */
export function announceSent(token: string, outcome: Outcome): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, unlike a window
  channel.postMessage({ from: SELF, token, outcome } satisfies Message);
  channel.close();
}

/** Hears of drafts that other tabs have sent. Returns how to stop. */
export function onSentElsewhere(listener: (token: string, outcome: Outcome) => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data.from !== SELF) listener(data.token, data.outcome);
  });
  return () => channel.close();
}
