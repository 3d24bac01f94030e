import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { SETUP_STEPS, type Setup } from "@/api/setup";
import { IconCheck } from "@/ui/icons";
import { useFormat } from "@/ui/useFormat";
import classes from "./setup.module.css";
import { stepPath, type View } from "./steps";

/** The seven steps in a row: which are done, which were passed over, which one is open. */
export function StepNav({ setup, current }: { setup: Setup; current: View }) {
  const { t } = useTranslation("setup");
  const format = useFormat();
  const list = useRef<HTMLOListElement>(null);
  // On a phone the row is longer than the screen: the step that is open has to be in it.
  useEffect(() => {
    list.current?.querySelector(`[href="${stepPath(current)}"]`)?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [current]);
  const done = SETUP_STEPS.filter((step) => setup.done.includes(step)).length;
  return (
    <nav className={classes.nav} aria-label={t("nav")}>
      <p className={classes.progress}>
        <span>{t("progress", { done: format.number(done), all: format.number(SETUP_STEPS.length) })}</span>
        <progress className={classes.meter} value={done} max={SETUP_STEPS.length} aria-label={t("nav")} />
      </p>
      <ol ref={list} className={classes.steps}>
        {SETUP_STEPS.map((step, index) => {
          const state = setup.done.includes(step) ? "done" : setup.skipped.includes(step) ? "skipped" : "open";
          return (
            <li key={step}>
              <Link className={classes.step} to={stepPath(step)} data-state={state} aria-current={step === current ? "step" : undefined}>
                <span className={classes.number} aria-hidden>
                  {state === "done" ? <IconCheck size={14} stroke={2.5} /> : format.number(index + 1)}
                </span>
                <span className={classes.name}>{t(`step.${step}`)}</span>
                {state !== "open" && <span className="unseen">{t(`state.${state}`)}</span>}
              </Link>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
