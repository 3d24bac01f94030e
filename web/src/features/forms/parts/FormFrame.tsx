import { type ReactNode } from "react";
import type { Issue } from "@/forms/model";
import type { TextContext } from "@/forms/text";
import type { SaveState } from "../draft/autosave";
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
  save: SaveState;
  token: string | null;
  banners?: ReactNode;
  onClearDevice: () => Promise<void>;
  children: ReactNode;
}

/** The frame of every page of a form: its name, where the family is, whether it is saved, and how to go on later. */
export function FormFrame({ title, text, filler, own, save, token, banners, onClearDevice, children }: FormFrameProps) {
  const open = new Set(filler.steps.filter((step) => filler.faults(step, own).length > 0).map((step) => step.id));
  const complete = new Set([...filler.visited].filter((step) => step !== REVIEW && !open.has(step)));
  const faulty = new Set([...open].filter((step) => filler.attempted.has(step)));
  return (
    <div className={classes.frame}>
      <div className={classes.side}>
        <p className={classes.formTitle}>{title}</p>
        <StepList steps={filler.steps} current={filler.current?.id ?? REVIEW} visited={filler.visited} complete={complete} faulty={faulty} onGo={filler.go} />
        <div className={classes.saveBar}>
          <SaveNote save={save} settings={text.settings} />
          <ContinueLater token={token} onClearDevice={onClearDevice} />
        </div>
      </div>
      <div className={classes.content}>
        {banners}
        {children}
      </div>
    </div>
  );
}
