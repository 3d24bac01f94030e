import { Radio, TextInput } from "@mantine/core";
import "@mantine/core/styles/Radio.layer.css";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { DateField } from "@/forms/DateField";
import { instantAt } from "@/i18n/zone";
import classes from "./decision.module.css";
import type { Moment } from "./decisionMoment";

interface Props {
  value: Moment;
  onChange: (value: Moment) => void;
  fault: "missing" | "past" | "far" | null;
}

/** Whether a decision is told now, or waits for a day and an hour. */
export function DecisionWhen({ value, onChange, fault }: Props) {
  const { t } = useTranslation("decisions");
  const { today, time_zone: zone } = useSchool();
  const change = (part: Partial<{ day: string; time: string }>) => {
    const { day, time } = { day: "", time: "09:00", ...(value.kind === "later" ? value : {}), ...part };
    onChange({ kind: "later", day, time, at: instantAt(day, time, zone) });
  };
  return (
    <fieldset className={classes.when}>
      <legend>{t("when.label")}</legend>
      <Radio name="decision-when" label={t("when.now")} checked={value.kind === "now"} onChange={() => onChange({ kind: "now" })} />
      <Radio name="decision-when" label={t("when.later")} checked={value.kind === "later"} onChange={() => change({})} />
      {value.kind === "later" && (
        <div className={classes.moment}>
          <DateField label={t("when.day")} value={value.day} min={today} error={fault && t(`when.${fault}`)} onChange={(day) => change({ day })} />
          <TextInput label={t("when.time")} type="time" dir="ltr" value={value.time} description={t("when.zone", { zone: `\u2068${zone}\u2069` })} onChange={(event) => change({ time: event.currentTarget.value })} />
          <p className={classes.quiet}>{t("when.quiet")}</p>
        </div>
      )}
    </fieldset>
  );
}
