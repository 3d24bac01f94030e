import dayjs from "dayjs";
import "dayjs/locale/ar";
import i18next, { type i18n } from "i18next";
import { asLanguage } from "./languages";

/** The date library's own language: month names in pickers. Only calendars load it. */
export function followWithDates(instance: i18n): void {
  const follow = (tag: string) => void dayjs.locale(asLanguage(tag));
  instance.on("languageChanged", follow);
  if (instance.language) follow(instance.language);
}

followWithDates(i18next);
