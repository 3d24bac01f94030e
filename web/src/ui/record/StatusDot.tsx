import type { ReactNode } from "react";
import classes from "./StatusDot.module.css";

/** What a colour means: going well, wants a look, is wrong, is over; two more tell neighbours apart. */
export type Tone = "good" | "waiting" | "bad" | "over" | "fresh" | "seen" | "plain";

/** How something stands, as a dot and its word: never by colour alone. */
export function StatusDot({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.status} data-tone={tone}>
      {children}
    </span>
  );
}
