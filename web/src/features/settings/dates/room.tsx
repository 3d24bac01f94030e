/** When families may apply. */
import * as toAdmission from "@/features/admission/paths";
import { page } from "@/ui/room";
import { IconCalendarEvent } from "../desk/icons";
import { lookAt } from "../desk/lookAt";
import type { Section } from "../desk/sections";
import { derived, type DateRow } from "./rows";

export const section: Section = {
  id: "dates",
  order: 30,
  icon: IconCalendarEvent,
  pointers: ["/schoolDates"],
  folders: [],
  screen: toAdmission.dates(),
  Editor: page(() => import("./DatesRoom"), "DatesRoom"),
  standing: (school, t, format) => {
    const { earliest, latest } = derived((school.schoolDates ?? []) as DateRow[]);
    return earliest && latest ? t("overview.dates", { from: format.date(earliest), to: format.date(latest) }) : t("overview.noDates");
  },
};

export const looks = () => lookAt("dates").map((look) => ({ ...look, quotes: true }));
