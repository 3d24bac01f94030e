import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { IconMail, IconPhone } from "./icons";
import { MailText } from "./MailText";
import classes from "./SchoolContact.module.css";
import { useBilingual } from "./useBilingual";

/** Country calling codes by their length: one digit, the two-digit ones, else three. `spacedPhone` knows them by country, which is more than a first page should load. */
const E164 = /^(\+(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3}))(\d+)$/;

/** A number as people read it out, in short groups; one that is written otherwise as it is. */
export function grouped(phone: string): string {
  const [, code, rest] = E164.exec(phone) ?? [];
  if (!code || !rest) return phone;
  return `${code} ${rest.replaceAll(rest.length % 4 === 0 ? /\d{4}(?=\d)/g : /\d{3}(?=\d{3})/g, "$& ")}`;
}

/** Whom to call: telephone, mail address and office hours, where the school gives them. */
export function SchoolContact() {
  const { t } = useTranslation();
  const bilingual = useBilingual();
  const { phone, email, hours } = useSchool().contact;
  if (!phone && !email && !hours) return null;
  return (
    <address className={classes.contact} aria-label={t("door.contact")}>
      {phone && (
        <a className={classes.reach} href={`tel:${phone}`} aria-label={t("door.call", { phone: `\u2066${grouped(phone)}\u2069` })}>
          <IconPhone size={18} stroke={1.5} aria-hidden />
          <bdi dir="ltr">{grouped(phone)}</bdi>
        </a>
      )}
      {email && (
        <a className={classes.reach} href={`mailto:${email}`}>
          <IconMail size={18} stroke={1.5} aria-hidden />
          <MailText address={email} />
        </a>
      )}
      {hours && <span className={classes.hours}>{bilingual(hours)}</span>}
    </address>
  );
}
