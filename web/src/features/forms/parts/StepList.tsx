import { useId, useState } from "react";
import type { FormStep } from "@/forms/model";
import { IconCheck, IconChevronDown, IconExclamationCircle } from "@/forms/icons";
import { useFormsText } from "@/forms/useFormsText";
import { REVIEW } from "../useFiller";
import classes from "./StepList.module.css";

interface StepListProps {
  steps: readonly FormStep[];
  current: string;
  visited: ReadonlySet<string>;
  /** Visited steps in which nothing is missing. */
  complete: ReadonlySet<string>;
  /** Steps with something to mend, as far as the family has been told. */
  faulty: ReadonlySet<string>;
  onGo: (step: string) => void;
}

/** Where the family is: a list at the side on a desk, a bar that opens on a phone. */
export function StepList({ steps, current, visited, complete, faulty, onGo }: StepListProps) {
  const t = useFormsText();
  const [open, setOpen] = useState(false);
  const listId = useId();
  const all = [...steps.map(({ id, title }) => ({ id, title })), { id: REVIEW, title: t("review.step") }];
  const index = Math.max(all.findIndex((step) => step.id === current), 0);
  const go = (id: string) => {
    setOpen(false);
    onGo(id);
  };
  return (
    <nav className={classes.nav} aria-label={t("steps.label")}>
      <button type="button" className={classes.bar} aria-expanded={open} aria-controls={listId} onClick={() => setOpen(!open)}>
        <span className={classes.barText}>
          <span className={classes.count}>{t("steps.count", { n: index + 1, total: all.length })}</span>
          <span className={classes.barTitle}>{all[index]?.title}</span>
        </span>
        <IconChevronDown size={20} stroke={1.5} aria-hidden />
      </button>
      <span className={classes.track} aria-hidden>
        {all.map((step, position) => (
          // Going back to change one part takes away nothing of the way that was made.
          <span key={step.id} data-reached={position <= index || visited.has(step.id) || undefined} />
        ))}
      </span>
      <ol id={listId} className={classes.list} data-open={open || undefined}>
        {all.map((step, position) => {
          const now = step.id === current;
          const state = now ? "now" : faulty.has(step.id) ? "faulty" : complete.has(step.id) ? "done" : "later";
          const reachable = visited.has(step.id) || now || (step.id === REVIEW && steps.every((each) => visited.has(each.id)));
          return (
            <li key={step.id}>
              <button
                type="button"
                className={classes.step}
                data-state={state}
                aria-current={now ? "step" : undefined}
                disabled={!reachable}
                onClick={() => go(step.id)}
              >
                <span className={classes.mark} aria-hidden>
                  {state === "done" ? <IconCheck size={16} stroke={2} /> : state === "faulty" ? <IconExclamationCircle size={16} stroke={2} /> : position + 1}
                </span>
                <span>
                  {step.title}
                  <span className={classes.state}>{t(`steps.${state}`)}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
