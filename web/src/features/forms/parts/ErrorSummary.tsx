import { useEffect, useId, useRef } from "react";
import type { ResolvedSchema } from "@/forms/conditions";
import { IconAlertTriangle, IconExclamationCircle } from "@/forms/icons";
import type { FormStep, Issue, UiNode } from "@/forms/model";
import { fieldLabel, nodeAt } from "@/forms/nodes";
import { inputId, topField } from "@/forms/pointer";
import { issueText, labelled, namesField, type TextContext } from "@/forms/text";
import classes from "./parts.module.css";

interface ErrorSummaryProps {
  issues: readonly Issue[];
  resolved: ResolvedSchema;
  ui: Record<string, UiNode>;
  steps: readonly FormStep[];
  text: TextContext;
  /** Changes when the person has tried to go on: the summary then takes the focus. */
  attempt: number;
  /** Opens the step of a field on another page. Without it the field is on this one. */
  onOpen?: (step: string, pointer: string) => void;
  /** Warnings are worth a look and stop nobody. */
  tone?: "error" | "warning";
}

/** What is wrong, on top, each a link to its field. */
export function ErrorSummary({ issues, resolved, ui, steps, text, attempt, onOpen, tone = "error" }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const headingId = useId();
  useEffect(() => {
    if (attempt === 0) return;
    box.current?.focus();
    box.current?.scrollIntoView({ block: "start" });
  }, [attempt]);
  if (issues.length === 0) return null;
  const { t } = text;
  const Icon = tone === "error" ? IconExclamationCircle : IconAlertTriangle;
  return (
    <div ref={box} className={classes.summary} data-tone={tone} role="group" tabIndex={-1} aria-labelledby={headingId}>
      <h2 id={headingId}>
        <Icon size={22} stroke={1.5} aria-hidden />
        {t(tone === "error" ? "summary.title" : "summary.warnings", { count: issues.length })}
      </h2>
      <ul>
        {issues.map((issue) => {
          const label = fieldLabel(resolved, ui, issue.path, (n) => t("group.item", { n }));
          const node = nodeAt(resolved, issue.path);
          const sentence = issueText(issue, text, node);
          const step = steps.find((each) => each.fields.includes(topField(issue.path) ?? ""));
          // A sentence that names its field needs only the group's item before it, if there is one.
          const named = namesField(issue, text, node);
          const words = labelled(named ? label.split(": ").slice(0, -1).join(": ") : label, sentence, t);
          return (
            <li key={`${issue.path} ${issue.code}`}>
              {issue.path === "" ? (
                words
              ) : (
                <a
                  href={`#${inputId(issue.path)}`}
                  onClick={(event) => {
                    event.preventDefault();
                    if (onOpen && step) onOpen(step.id, issue.path);
                    else focusField(issue.path);
                  }}
                >
                  {words}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Puts the focus on a field: its input, the first of its inputs, or the nearest part around it that is on the page. */
export function focusField(pointer: string): boolean {
  for (let path = pointer; path !== ""; path = path.slice(0, path.lastIndexOf("/"))) {
    const place = document.getElementById(inputId(path));
    if (!place) continue;
    const inner = place.matches("[role=radiogroup], [role=group]") ? place.querySelector<HTMLElement>("input:not([hidden]), button") : null;
    const target = inner ?? place;
    target.scrollIntoView({ block: "center" });
    target.focus({ preventScroll: true });
    return true;
  }
  return false;
}
