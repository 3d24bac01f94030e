import { type ReactNode } from "react";
import { formatDay } from "@/i18n/format";
import type { Issue } from "@/forms/model";
import type { TextContext } from "@/forms/text";
import type { DraftState } from "../draft/controller";
import { REVIEW, type Filler } from "../useFiller";
import { ContinueLater } from "./ContinueLater";
import classes from "./parts.module.css";
import { SaveNote } from "./SaveNote";
import { StepList } from "./StepList";

interface FormFrameProps {
  title: string;
  text: TextContext;
  filler: Filler;
  own: readonly Issue[];
  draft: DraftState;
  /** All steps stand on one page: there is no list of them. */
  single: boolean;
  /** At a desk there stands something beside the questions. */
  wide?: boolean;
  banners?: ReactNode;
  onClearDevice: (lose: boolean) => Promise<boolean>;
  children: ReactNode;
}

/** The frame of every page of a form: its name, where the family is, whether it is saved, and how to go on later. */
export function FormFrame({ title, text, filler, own, draft, single, wide = false, banners, onClearDevice, children }: FormFrameProps) {
  const open = new Set(filler.steps.filter((step) => filler.faults(step, own).length > 0).map((step) => step.id));
  const complete = new Set([...filler.visited].filter((step) => step !== REVIEW && !open.has(step)));
  const faulty = new Set([...open].filter((step) => filler.attempted.has(step)));
  // Whoever has seen the review comes back to it.
  const go = (step: string) => void filler.finish().then(() => filler.go(step, filler.current === null || filler.returns));
  return (
    <div className={classes.frame} data-wide={wide || undefined}>
      <div className={classes.side}>
        <p className={classes.formTitle}>{title}</p>
        {!single && <StepList steps={filler.steps} current={filler.current?.id ?? REVIEW} visited={filler.visited} complete={complete} faulty={faulty} onGo={go} />}
        <div className={classes.saveBar}>
          <SaveNote save={draft.save} settings={text.settings} />
          <ContinueLater title={title} token={draft.token} save={draft.save} until={draft.expiresAt ? formatDay(draft.expiresAt, text.settings) : ""} onClearDevice={onClearDevice} />
        </div>
      </div>
      <div className={classes.content}>
        {banners}
        {children}
      </div>
    </div>
  );
}
