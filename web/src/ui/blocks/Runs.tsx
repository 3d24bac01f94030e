import { Fragment } from "react";
import classes from "./blocks.module.css";
import type { Run } from "./tree";

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
    return (
      <bdi key={at} className={run.w ? classes.whole : undefined}>
        {run.f}
      </bdi>
    );
  });
}
