import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { SchoolDetails } from "@/api/types";
import { SettingText } from "../desk/fields";
import { Marks } from "../desk/Marks";
import { Card } from "../desk/RoomHead";
import { useSchoolSetting } from "../desk/useDesk";
import classes from "./branding.module.css";

const KINDS = ["school", "college", "company"] as const satisfies readonly SchoolDetails["kind_of_institution"][];
const KIND = { file: "school.yaml", pointer: "/kind_of_institution" } as const;

/** What kind of institution it is. */
export function InstitutionCard() {
  const { t } = useTranslation("settingsRooms");
  const kind = useSchoolSetting<string>(KIND.pointer);
  return (
    <Card title={t("institution.title")} help={t("institution.help")}>
      <NativeSelect
        aria-label={t("institution.title")}
        value={kind.value ?? "school"}
        disabled={kind.readOnly !== null}
        data={KINDS.map((value) => ({ value, label: t(`institution.${value}`) }))}
        onChange={(event) => kind.set(event.currentTarget.value)}
      />
      <Marks setting={kind} place={KIND} />
    </Card>
  );
}

/** How families reach the school: telephone, mail address, office hours. */
export function ContactCard() {
  const { t } = useTranslation("settingsRooms");
  const { t: inLanguage } = useTranslation("settingsDesk");
  const phone = useSchoolSetting<string | null>("/contact/phone");
  const email = useSchoolSetting<string | null>("/contact/email");
  const wrongPhone = phone.value && !/^\+[1-9][0-9]{6,14}$/.test(phone.value) ? t("contact.phone.invalid") : null;
  const wrongEmail = email.value && !/^[^<>@\s]+@[^<>@\s]+\.[^<>@\s]+$/.test(email.value) ? t("contact.email.invalid") : null;
  return (
    <Card title={t("contact.title")} help={t("contact.help")}>
      <div className={classes.pair}>
        <SettingText pointer="/contact/phone" label={t("contact.phone")} description={t("contact.phone.help")} type="tel" maxLength={16} emptyIsNone error={wrongPhone} />
        <SettingText pointer="/contact/email" label={t("contact.email")} type="email" maxLength={200} emptyIsNone error={wrongEmail} />
      </div>
      <OptionalPair pointer="/contact/hours" label={t("contact.hours")} inLanguage={(language, what) => inLanguage(`in.${language}`, { what })} />
    </Card>
  );
}

/** A text in both languages, or none at all: half of one is told by the check. */
function OptionalPair({ pointer, label, inLanguage }: { pointer: string; label: string; inLanguage: (language: "en" | "ar", what: string) => string }) {
  const pair = useSchoolSetting<{ en?: string; ar?: string } | null>(pointer);
  return (
    <div className={classes.pair} role="group" aria-label={label}>
      {(["en", "ar"] as const).map((language) => {
        const other = pair.value?.[language === "en" ? "ar" : "en"];
        return <SettingText key={language} pointer={`${pointer}/${language}`} label={inLanguage(language, label)} language={language} maxLength={200} emptyIsNone onEmpty={() => !other && pair.set(undefined)} />;
      })}
    </div>
  );
}
