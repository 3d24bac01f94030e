import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ApplicationStanding } from "@/api/applications";
import { useSchool } from "@/api/school";
import { DateField } from "@/forms/DateField";
import { isIsoDate } from "@/forms/dates";
import { clockAt, instantAt } from "@/i18n/zone";
import classes from "./decision.module.css";

/** What the server takes of a place. */
const LONGEST_PLACE = 200;

/** When and where a child is to be seen, as it is typed. */
export interface Made {
  day: string;
  time: string;
  place: string;
}

/** Beginning with what was made before. */
export function madeFrom(before: ApplicationStanding["appointment"], zone: string): Made {
  return { day: "", time: "09:00", ...(before && clockAt(before.at, zone)), place: before?.place ?? "" };
}

/** The same as the server takes it; null while it is no moment. */
export function appointmentAt({ day, time, place }: Made, zone: string) {
  const at = instantAt(day, time, zone);
  return at ? { at, ...(place.trim() && { place: place.trim() }) } : null;
}

/** What is wrong with it; null where nothing is. */
export function appointmentFault({ day, time }: Made, today: string): "missing" | "past" | null {
  if (!isIsoDate(day) || !/^\d{2}:\d{2}$/.test(time)) return "missing";
  return day < today ? "past" : null;
}

interface Props {
  value: Made;
  fault: "missing" | "past" | null;
  onChange: (made: Made) => void;
}

/** Asks when and where a child is to be seen. */
export function AppointmentFields({ value, fault, onChange }: Props) {
  const { t } = useTranslation("applications");
  const { today, time_zone: zone } = useSchool();
  return (
    <fieldset className={classes.when}>
      <legend>{t("appointment")}</legend>
      <div className={classes.moment}>
        <DateField label={t("appointment.day")} value={value.day} min={today} error={fault && t(`appointment.${fault}`)} onChange={(day) => onChange({ ...value, day })} />
        <TextInput label={t("appointment.time")} type="time" dir="ltr" value={value.time} description={t("appointment.zone", { zone: `\u2068${zone}\u2069` })} onChange={(event) => onChange({ ...value, time: event.currentTarget.value })} />
      </div>
      <TextInput label={t("appointment.place")} description={t("appointment.place.help")} dir="auto" maxLength={LONGEST_PLACE} value={value.place} onChange={(event) => onChange({ ...value, place: event.currentTarget.value })} />
    </fieldset>
  );
}
