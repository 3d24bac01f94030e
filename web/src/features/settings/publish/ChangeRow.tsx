import { useTranslation } from "react-i18next";
import type { Change } from "../desk/types";
import classes from "./changes.module.css";
import { ValueText } from "./ValueText";
import { usePlaceWords } from "./words";

/** One setting, the old beside the new. */
export function ChangeRow({ change }: { change: Change }) {
  const { t } = useTranslation("settingsDesk");
  const words = usePlaceWords();
  return (
    <div className={classes.change}>
      <dt>{words.label(change)}</dt>
      <dd>
        <span className={classes.from}>
          <span className="unseen">{t("change.from")}</span>
          <ValueText place={change} value={change.from} />
        </span>
        <span className={classes.arrow} aria-hidden>
          →
        </span>
        <span className={classes.to}>
          <span className="unseen">{t("change.to")}</span>
          <ValueText place={change} value={change.to} />
        </span>
      </dd>
    </div>
  );
}

/** What has more to say than an old and a new value. */
export function WordsRow({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className={classes.change}>
      <dt>{name}</dt>
      <dd className={classes.said}>{children}</dd>
    </div>
  );
}
