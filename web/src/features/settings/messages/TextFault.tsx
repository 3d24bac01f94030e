import { Alert } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { IconAlertTriangle } from "@/ui/icons";
import { useMessage } from "@/ui/useMessage";
import classes from "./messages.module.css";
import type { Fault } from "./usePreviewed";

/** Kinds of faults that a text can have, with words of their own in both languages. */
const KNOWN = ["badTemplate", "notInTexts", "textTooLong", "smsTooLong"] as const;
/** Where it helps to know what a text may hold. */
const ABOUT_HOLES: readonly string[] = ["badTemplate", "notInTexts"];

interface Props {
  fault: Fault;
  /** Lines of the text that the editor shows elsewhere: those that are told are counted without them. */
  before: number;
}

/** Why a text cannot be sent, in the desk's language; what the server says of it is a second line, for whoever it helps. */
export function TextFault({ fault, before }: Props) {
  const { t } = useTranslation(["settingsWords", "settingsDesk"]);
  const message = useMessage();
  const known = KNOWN.find((code) => code === fault.code);
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle stroke={1.5} />} title={t("messages.fault")}>
      {fault.line !== null && <span>{fault.line > before ? t("messages.fault.line", { n: fault.line - before }) : t("messages.fault.subject")} </span>}
      <span>{known ? t(`settingsDesk:problem.${known}`) : message(fault.messageId)}</span>
      {ABOUT_HOLES.includes(fault.code) && <p className={classes.can}>{t("messages.fault.can")}</p>}
      {fault.message && (
        <p className={classes.detail} lang="en" dir="ltr">
          {fault.message}
        </p>
      )}
    </Alert>
  );
}
