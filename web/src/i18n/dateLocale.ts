import dayjs from "dayjs";
import "dayjs/locale/ar";
import type { Language } from "./languages";

/** The date library's own language: month names in pickers, and what it understands when a date is typed. */
export function setDateLocale(language: Language): void {
  dayjs.locale(language);
}
