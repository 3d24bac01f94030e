import type { ReactNode } from "react";
import { useFormat } from "@/ui/useFormat";
import { useFormsText } from "./useFormsText";
import classes from "./answers.module.css";

/** The same for the family itself: what it is now, and what it was. */
export function CorrectedOwn({ at, sent, now }: { at: string; sent: ReactNode; now: ReactNode }) {
  const t = useFormsText();
  const format = useFormat();
  const [before, after] = t("answers.was", { was: "|", date: format.day(at) }).split("|");
  return (
    <>
      {now}
      <p className={classes.was}>
        {before}
        {sent}
        {after}
      </p>
    </>
  );
}

/** An answer that the family corrected since: as it was sent, and what it is now. */
export function Corrected({ at, sent, now }: { at: string; sent: ReactNode; now: ReactNode }) {
  const t = useFormsText();
  const format = useFormat();
  return (
    <>
      <s className={classes.sent}>{sent}</s>
      <p className={classes.now}>
        {t("answers.corrected", { date: format.day(at) })} {now}
      </p>
    </>
  );
}

/** An answer that the family changed since, where the school let it: what it is now, and what it was. */
export function Changed({ at, before, now }: { at: string; before: ReactNode; now: ReactNode }) {
  const t = useFormsText();
  const format = useFormat();
  return (
    <>
      {now}
      <div className={classes.was}>
        {t("answers.changed", { date: format.day(at) })} {before}
      </div>
    </>
  );
}
