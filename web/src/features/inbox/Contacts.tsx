import { useTranslation } from "react-i18next";
import type { Enquiry } from "@/api/types";
import { spacedPhone } from "@/forms/phone";
import { IconMail, IconMessageCircle, IconPhone } from "@/ui/icons";
import classes from "./contacts.module.css";

const ROLES = ["guardian", "second_guardian", "contact"] as const;
type Role = (typeof ROLES)[number];

/** Digits alone, as WhatsApp's addresses have them; null for what has no country's code. */
const whatsApp = (phone: string) => (phone.startsWith("+") ? phone.replace(/\D/g, "") : null);

/** To read: the country's code apart, unless it was written in groups already. */
const spaced = (phone: string) => (phone.includes(" ") ? phone : spacedPhone(phone));

/** Whom to call or write to, one press away: the first is the one to ask first. */
export function Contacts({ enquiry }: { enquiry: Enquiry }) {
  const { t } = useTranslation("staff");
  if (enquiry.contacts.length === 0) return null;
  return (
    <ul className={classes.contacts} aria-label={t("contacts.title")}>
      {enquiry.contacts.map(({ role, name, phone, email }) => {
        const chat = phone ? whatsApp(phone) : null;
        return (
          <li key={role} className={classes.contact}>
            <span className={classes.name}>
              <bdi>{name ?? t(`people.role.${role as Role}`)}</bdi>
              {name && role !== "contact" && <span className={classes.quiet}>{t(`people.role.${role as Role}`)}</span>}
            </span>
            {phone && (
              <a className={classes.way} href={`tel:${phone}`} aria-label={t("contacts.call", { phone: spaced(phone) })}>
                <IconPhone size={16} stroke={1.5} aria-hidden /> <bdi dir="ltr">{spaced(phone)}</bdi>
              </a>
            )}
            {chat && (
              <a className={classes.way} href={`https://wa.me/${chat}`} target="_blank" rel="noopener noreferrer">
                <IconMessageCircle size={16} stroke={1.5} aria-hidden /> {t("contacts.whatsapp")}
              </a>
            )}
            {email && (
              <a className={classes.way} href={`mailto:${email}`} aria-label={t("contacts.mail", { email })}>
                <IconMail size={16} stroke={1.5} aria-hidden /> <bdi dir="ltr">{email}</bdi>
              </a>
            )}
          </li>
        );
      })}
      <li className={classes.quiet}>{t(`contacts.language.${enquiry.locale === "ar" ? "ar" : "en"}`)}</li>
    </ul>
  );
}
