import { Button } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { IconMail } from "@/ui/icons";
import record from "@/ui/record/record.module.css";
import { useFormat } from "@/ui/useFormat";
import classes from "./papers.module.css";

interface Asking {
  /** How many documents the family still has to bring. */
  open: number;
  /** When the school asked last. */
  lastAsked: string | null;
  /** What the button says. */
  label: string;
  /** Shows the letter; on the day of the last one it asks before. */
  ask: () => void;
  /** The question, where it is asked. */
  dialog: ReactNode;
}

/** Asking the family for what is missing: the letter is shown before it is sent, and no second one is sent on the same day by a slip. */
export function useAsking({ open, lastAsked }: Pick<Asking, "open" | "lastAsked">, onWrite: () => void): Asking {
  const { t } = useTranslation("staff");
  const format = useFormat();
  const [confirming, setConfirming] = useState(false);
  const isToday = lastAsked !== null && format.day(lastAsked) === format.day(new Date().toISOString());
  const write = () => {
    setConfirming(false);
    onWrite();
  };
  return {
    open,
    lastAsked,
    label: isToday ? t("papers.ask.again") : t("papers.ask", { count: open }),
    ask: () => (isToday ? setConfirming(true) : onWrite()),
    dialog: confirming && (
      <ConfirmDialog opened onClose={() => setConfirming(false)} title={t("papers.ask.again.title")} text={t("papers.ask.again.text")} confirm={t("papers.ask.again.confirm")} onConfirm={write} />
    ),
  };
}

/** The button that asks for what is missing, and when that was done last. */
export function AskForPapers({ open, lastAsked, label, ask }: Asking) {
  const { t } = useTranslation("staff");
  const format = useFormat();
  if (open === 0) return null;
  return (
    <div className={classes.ask}>
      <Button variant="default" leftSection={<IconMail size={18} stroke={1.5} aria-hidden />} onClick={ask}>
        {label}
      </Button>
      {lastAsked && <span className={record.quiet}>{t("papers.asked.last", { date: format.day(lastAsked) })}</span>}
    </div>
  );
}
