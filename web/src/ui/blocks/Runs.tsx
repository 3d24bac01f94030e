import { Fragment } from "react";
import { useMaybeSchool } from "@/api/school";
import classes from "./blocks.module.css";
import type { Run } from "./tree";

/** A day with its other calendar in brackets: together it is wider than a phone. */
const TWO_CALENDARS = /^(.+)\u00A0(\(.+\))$/u;

/** Whether it is the school's own website: what a family wrote leads nowhere. */
function useIsWebsite(text: string): boolean {
  const own = useMaybeSchool()?.schoolNameLogo.lic_website_url || location.origin;
  return text === own && text.startsWith("https://");
}

/** What was filled in; a day in two calendars is broken between them alone. */
function Value({ text, whole = false }: { text: string; whole?: boolean | undefined }) {
  const isWebsite = useIsWebsite(text);
  const [, day, other] = (whole && TWO_CALENDARS.exec(text)) || [];
  // In a tab of its own: a letter that is left is closed.
  if (isWebsite) {
    return (
      <a className={classes.link} href={text} target="_blank" rel="noopener noreferrer">
        <bdi>{text}</bdi>
      </a>
    );
  }
  if (!day || !other) return <bdi className={whole ? classes.whole : undefined}>{text}</bdi>;
  return (
    <bdi>
      <span className={classes.whole}>{day}</span> <span className={classes.whole}>{other}</span>
    </bdi>
  );
}

/** Runs as they stand in a line. Nothing in them is ever HTML, and what was filled in keeps its own direction. */
export function Runs({ runs }: { runs: readonly Run[] }) {
  return runs.map((run, at) => {
    // The parts of a sentence have no other name than their place.
    if (typeof run === "string") return <Fragment key={at}>{run}</Fragment>;
    if ("b" in run) {
      return (
        <strong key={at}>
          <Runs runs={run.b} />
        </strong>
      );
    }
    if ("br" in run) return <br key={at} />;
    return <Value key={at} text={run.f} whole={run.w} />;
  });
}
