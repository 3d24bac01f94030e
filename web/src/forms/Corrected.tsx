import type { ReactNode } from "react";
import { isolateOwn } from "@/i18n/isolate";
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

interface ChangedProps {
  at: string;
  /** Who of the staff changed it. */
  by?: string | null | undefined;
  why?: string | null | undefined;
  before: ReactNode;
  now: ReactNode;
}

/** An answer that the family changed since, where the school let it, or staff did: what it is now, what it was, and why. */
export function Changed({ at, by, why, before, now }: ChangedProps) {
  const t = useFormsText();
  const format = useFormat();
  return (
    <>
      {now}
      <div className={classes.was}>
        {typeof by === "string" ? t("answers.changedBy", { name: isolateOwn(by), date: format.day(at) }) : t("answers.changed", { date: format.day(at) })} {before}
        {why && <p className={classes.was}>{t("answers.changedWhy", { reason: isolateOwn(why) })}</p>}
      </div>
    </>
  );
}
