import { SegmentedControl } from "@mantine/core";
import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import { useLocalStorage } from "@mantine/hooks";
import type { ComponentProps } from "react";
import { useMaybeSchool } from "@/api/school";
import PopoverAt from "@/ui/PopoverAt";
import { useFormsText } from "../useFormsText";
import Calendar from "./Calendar";
import { HijriCalendar } from "./HijriCalendar";
import classes from "./hijri.module.css";

interface Props extends ComponentProps<typeof Calendar>, Omit<ComponentProps<typeof PopoverAt>, "position" | "width" | "children"> {}

/** The calendar at a date's button; loaded when it is first wanted, since most people type. */
export default function DatePopover({ button, id, label, opened, onClose, ...calendar }: Props) {
  const t = useFormsText();
  const isHijri = useMaybeSchool()?.hijri === true;
  // Who counts by the one calendar does so at the next date too.
  const [kept, setKept] = useLocalStorage({ key: "date-calendar", defaultValue: "gregorian", getInitialValueInEffect: false });
  const which = isHijri && kept === "hijri" ? "hijri" : "gregorian";
  return (
    <PopoverAt button={button} id={id} label={label} opened={opened} onClose={onClose} position="bottom-end">
      {isHijri && (
        <SegmentedControl
          className={classes.which}
          size="xs"
          fullWidth
          aria-label={t("date.calendar")}
          value={which}
          onChange={setKept}
          data={["gregorian", "hijri"].map((value) => ({ value, label: t(`date.calendar.${value}`) }))}
        />
      )}
      {which === "hijri" ? <HijriCalendar {...calendar} /> : <Calendar {...calendar} />}
    </PopoverAt>
  );
}
