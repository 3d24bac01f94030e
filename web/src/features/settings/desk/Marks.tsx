import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { IconAlertCircle, IconLock } from "@/ui/icons";
import { useFormat } from "@/ui/useFormat";
import { ValueText } from "../publish/ValueText";
import { useDiagnosticText } from "../publish/useDiagnosticText";
import classes from "./marks.module.css";
import type { Place } from "./types";
import type { Setting } from "./useDesk";

interface Props<T> {
  setting: Setting<T>;
  place: Place;
  /** What to do where the server would not take it. */
  invalid?: string;
  /** The field says what is wrong by itself. */
  withoutProblems?: boolean;
}

/** Under a field: that it differs from what is live, that the operators keep it, what is wrong with it. */
export function Marks<T>({ setting, place, invalid, withoutProblems = false }: Props<T>) {
  const { t } = useTranslation("settingsDesk");
  const format = useFormat();
  const diagnosticText = useDiagnosticText();
  const { isChanged, isLocked, readOnly, by, published, set, problems, refused } = setting;
  const wrong = withoutProblems ? [] : problems;
  if (!isChanged && !isLocked && wrong.length === 0 && !refused) return null;
  return (
    <div className={classes.marks}>
      {isLocked && (
        <p className={classes.lock}>
          <IconLock size={16} stroke={1.5} aria-hidden />
          {t("mark.locked")}
        </p>
      )}
      {refused && (
        <p className={classes.wrong} role="alert">
          <IconAlertCircle size={16} stroke={1.5} aria-hidden />
          {refused.why === "locked" ? t("mark.refused.locked") : (invalid ?? t("mark.refused.invalid"))}
        </p>
      )}
      {wrong.map((problem) => (
        <p key={`${problem.pointer}${problem.code}`} className={classes.wrong} data-severity={problem.severity}>
          <IconAlertCircle size={16} stroke={1.5} aria-hidden />
          {diagnosticText(problem)}
        </p>
      ))}
      {isChanged && (
        <div className={classes.changed}>
          <div>
            {t("mark.live")} <ValueText place={place} value={published} />
          </div>
          {!readOnly && (
            <Button size="compact-xs" variant="subtle" onClick={() => set(published, "back")}>
              {t("mark.back")}
            </Button>
          )}
          {by && (
            <span className={classes.by}>
              {t("mark.by", { who: by.name, when: format.age(by.at) })}
            </span>
          )}
        </div>
      )}
    </div>
  );
}
