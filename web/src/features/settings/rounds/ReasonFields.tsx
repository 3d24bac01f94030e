import { Checkbox, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { STATUSES } from "@/api/standing";
import { useStatusName } from "@/ui/useStatusName";
import { isCode, LONGEST_CODE, LONGEST_REASON, withEnglish, withStatuses, type Reason } from "./reasons";
import classes from "./rounds.module.css";

interface Props {
  reason: Reason;
  off: boolean;
  /** Histories may name its code. */
  isPublished: boolean;
  /** One above has the same code. */
  isTaken: boolean;
  onChange: (reason: Reason, step: string) => void;
}

/** One reason: its words, its code, and the statuses to which it can lead. */
export function ReasonFields({ reason, off, isPublished, isTaken, onChange }: Props) {
  const { t } = useTranslation("waitlist");
  const statusName = useStatusName();
  const { code, text } = reason;
  const lacks = (language: "en" | "ar") => text[language].trim() === "" && text[language === "en" ? "ar" : "en"].trim() !== "" && t("reasons.both");
  const codeFault = () => {
    if (isTaken) return t("reasons.code.taken");
    return (code !== "" || text.en !== "") && !isCode(code) && t("reasons.code.problem");
  };
  return (
    <div className={classes.reason}>
      <TextInput label={t("reasons.en")} lang="en" dir="ltr" maxLength={LONGEST_REASON} value={text.en} readOnly={off} error={lacks("en")} onChange={(event) => onChange(withEnglish(reason, event.currentTarget.value, isPublished), "en")} />
      <TextInput label={t("reasons.ar")} lang="ar" dir="rtl" maxLength={LONGEST_REASON} value={text.ar} readOnly={off} error={lacks("ar")} onChange={(event) => onChange({ ...reason, text: { ...text, ar: event.currentTarget.value } }, "ar")} />
      {/* Nobody is asked for a code: it follows the English words, and can be written otherwise. */}
      {(code !== "" || text.en !== "") && (
        <TextInput
          label={t("reasons.code")}
          description={t("reasons.code.help")}
          dir="ltr"
          maxLength={LONGEST_CODE}
          value={code}
          readOnly={off || isPublished}
          error={codeFault()}
          onChange={(event) => onChange({ ...reason, code: event.currentTarget.value.trim().toLowerCase() }, "code")}
        />
      )}
      <Checkbox.Group
        className={classes.statuses}
        label={t("reasons.for")}
        description={t("reasons.for.help")}
        value={reason.for ?? []}
        onChange={(chosen) => onChange(withStatuses(reason, STATUSES.filter((status) => chosen.includes(status))), "for")}
      >
        <div className={classes.checks}>
          {STATUSES.map((status) => (
            <Checkbox key={status} value={status} label={statusName(status)} disabled={off} />
          ))}
        </div>
      </Checkbox.Group>
    </div>
  );
}
