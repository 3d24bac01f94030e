import { Radio, TextInput } from "@mantine/core";
import "@mantine/core/styles/Radio.layer.css";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { DateField } from "@/forms/DateField";
import { instantAt } from "@/i18n/zone";
import classes from "./publish.module.css";

/** Now, or at a moment of the school's own clock. */
export type Moment = { kind: "now" } | { kind: "date"; day: string; time: string; at: string | null };

/** When it goes live. */
export function When({ value, onChange }: { value: Moment; onChange: (value: Moment) => void }) {
  const { t } = useTranslation("settingsDesk");
  const { today, time_zone: zone } = useSchool();
  const change = (part: Partial<{ day: string; time: string }>) => {
    const { day, time } = { day: "", time: "07:00", ...(value.kind === "date" ? value : {}), ...part };
    const at = instantAt(day, time, zone);
    onChange({ kind: "date", day, time, at: at && Date.parse(at) > Date.now() ? at : null });
  };
  return (
    <fieldset className={classes.when}>
      <legend>{t("when.label")}</legend>
      <Radio name="when" label={t("when.now")} checked={value.kind === "now"} onChange={() => onChange({ kind: "now" })} />
      <Radio name="when" label={t("when.date")} checked={value.kind === "date"} onChange={() => change({})} />
      {value.kind === "date" && (
        <div className={classes.moment}>
          <DateField label={t("when.day")} value={value.day} min={today} onChange={(day) => change({ day })} />
          <TextInput label={t("when.time")} type="time" dir="ltr" value={value.time} onChange={(event) => change({ time: event.currentTarget.value })} description={t("when.zone", { zone })} />
          {value.day !== "" && value.at === null && <p role="alert" className={classes.past}>{t("when.past")}</p>}
        </div>
      )}
    </fieldset>
  );
}
