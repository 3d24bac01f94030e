import { TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/i18n/useLanguage";
import { Marks } from "../desk/Marks";
import { useSchoolSetting } from "../desk/useDesk";
import { STATUSES } from "../publish/words";
import classes from "./roles.module.css";

interface Label {
  en?: string;
  ar?: string;
}

/** What the school calls the states of an admission, in both languages; empty is our own word. */
export function StatusLabels() {
  return (
    <ul className={classes.statuses}>
      {STATUSES.map((status) => (
        <StatusRow key={status} status={status} />
      ))}
    </ul>
  );
}

function StatusRow({ status }: { status: (typeof STATUSES)[number] }) {
  const { t } = useTranslation(["settingsRooms", "settingsDesk"]);
  const pointer = `/status_labels/${status}`;
  const setting = useSchoolSetting<Label>(pointer);
  const { language: shown } = useLanguage();
  const value = setting.value ?? {};
  const name = t(`settingsDesk:status.${status}`);
  const set = (part: Label, language: "en" | "ar") => {
    const next = { en: "", ar: "", ...value, ...part };
    setting.set(next.en.trim() === "" && next.ar.trim() === "" ? undefined : next, language);
  };
  return (
    <li className={classes.status}>
      <span className={classes.statusName}>
        <strong>{name}</strong>
      </span>
      {(["en", "ar"] as const).map((language) => (
        <TextInput
          key={language}
          label={t(`settingsDesk:in.${language}`, { what: name })}
          labelProps={{ className: "unseen" }}
          lang={language}
          dir={language === "ar" ? "rtl" : "ltr"}
          maxLength={120}
          placeholder={language === shown ? name : undefined}
          value={value[language] ?? ""}
          readOnly={setting.readOnly !== null}
          error={(value[language] ?? "") === "" && (value[language === "en" ? "ar" : "en"] ?? "") !== "" ? t("statuses.both") : undefined}
          onChange={(event) => set({ [language]: event.currentTarget.value }, language)}
        />
      ))}
      <Marks setting={setting} place={{ file: "school.yaml", pointer }} invalid={t("statuses.both")} />
    </li>
  );
}
