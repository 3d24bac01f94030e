import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { pointerParts } from "@/forms/pointer";
import { useListedPages } from "@/ui/listedPages";
import { useAudienceName } from "@/ui/useAudiences";
import { useBilingual } from "@/ui/useBilingual";
import type { Place } from "../desk/types";
import { MESSAGES } from "../messages/kinds";
import { useTableName } from "../tables/useTableName";

/** Keys of `school.yaml` that have one name wherever they stand, by their path. */
const NAMED = {
  "conditionalScreens": "place.entry",
  "conditionalScreens/without_auth": "place.entry.without_auth",
  "conditionalScreens/login": "place.entry.login",
  "conditionalScreens/otp": "place.entry.otp",
  "conditionalScreens/signUp": "place.entry.signUp",
  "homePage": "place.homePage",
  "homePage/1": "place.homePage",
  "name": "place.name",
  "kind_of_institution": "place.institution",
  "contact/phone": "place.contact.phone",
  "contact/email": "place.contact.email",
  "contact/hours": "place.contact.hours",
  "bank_account": "place.account",
  "bank_account/name": "place.account.name",
  "bank_account/bank": "place.account.bank",
  "bank_account/iban": "place.account.iban",
  "bank_account/bic": "place.account.bic",
  "branding/logo": "place.logo",
  "branding/logo_dark": "place.logoDark",
  "branding/photo": "place.photo",
  "branding/logo_sizes/header/width": "place.logo.header.width",
  "branding/logo_sizes/header/height": "place.logo.header.height",
  "branding/logo_sizes/sign_in/width": "place.logo.sign_in.width",
  "branding/logo_sizes/sign_in/height": "place.logo.sign_in.height",
  "branding/colours/primary": "place.colour.primary",
  "branding/colours/accent": "place.colour.accent",
  "branding/swiperText": "place.slides",
  "links/lic_website_url": "place.website",
  "links/lic_lms_url": "place.lms",
  "mail_from": "place.mailFrom",
  "mail_name": "place.mailName",
  "schoolDates": "place.dates",
  "rounds": "place.rounds",
  "streams": "place.streams",
  "reasons": "place.reasons",
  "targets": "place.targets",
  "code": "place.code",
  "routes": "place.routes",
  "audiences": "place.audiences",
  "status_labels": "place.statuses",
  "forms": "place.forms",
  "formLayout": "place.formLayout",
  "formLayout/mode": "place.formLayout.mode",
  "formLayout/sections": "place.formLayout.sections",
  "formLayout/plugin": "place.formLayout.plugin",
  "plugins": "place.plugins",
  "hijri": "place.hijri",
  "digits": "place.digits",
  "languages": "place.languages",
  "currency": "place.currency",
  "time_zone": "place.timeZone",
  "terms_version": "place.termsVersion",
  "letter_years": "place.letterYears",
  "second_factor": "place.secondFactor",
  "second_factor/roles": "place.secondFactor",
  "captcha": "place.captcha",
  "captcha/forms": "place.captcha.forms",
  "hosts": "place.hosts",
} as const;

const DATE_FIELDS = { sims_admission_start_from: "place.date.start", sims_admission_end: "place.date.end", year: "place.date.year", grades: "place.date.grades" } as const;
const ROUND_FIELDS = {
  year: "place.round.year",
  closed_grades: "place.round.closed",
  over_offer: "place.round.overOffer",
  offer_days: "place.round.offerDays",
  approval: "place.round.approval",
  direct_offer: "place.round.direct",
  book_before_conditions: "place.round.booksFirst",
  application_fee: "place.round.fee",
  waitlist: "place.round.waitlist",
  waitlist_unconfirmed: "place.round.waitlistUnconfirmed",
  waitlist_shows: "place.round.waitlistShows",
  waitlist_offers: "place.round.waitlistOffers",
} as const;
const FORM_FIELDS = { path: "place.form.path", opens_on: "place.form.opens", closes_on: "place.form.closes", audience: "place.form.audience", draft_days: "place.form.draftDays", plugin: "place.form.plugin", kind: "place.form.kind", about: "place.form.about" } as const;
/** The admission states, in the order in which an application goes through them. */
export const STATUSES = ["S", "W", "O", "F", "C", "A", "B", "R"] as const;

/** Latin names in an Arabic sentence keep to themselves: quotes around them stay where they belong. */
export const apart = (name: string) => `\u2068${name}\u2069`;

const has = <T extends object>(table: T, key: string | undefined): key is Extract<keyof T, string> => key !== undefined && Object.hasOwn(table, key);

/** The names of places, as a principal would call them. */
export function usePlaceWords(): { label: (place: Place) => string; form: (id: string) => string } {
  const { t } = useTranslation(["settingsDesk", "common"]);
  const pages = useListedPages();
  const { forms, application } = useSchool();
  const bilingual = useBilingual();
  const table = useTableName();
  const audience = useAudienceName();
  return useMemo(() => {
    const form = (id: string) => {
      const known = forms.find((each) => each.id === id);
      return known ? bilingual(known.title) : id;
    };
    const language = (part: string | undefined) => (part === "en" || part === "ar" ? part : null);
    const inLanguage = (what: string, part: string | undefined) => {
      const found = language(part);
      return found ? t(`in.${found}`, { what }) : what;
    };

    const inSchool = (parts: string[]): string => {
      const whole = parts.join("/");
      if (has(NAMED, whole)) return t(NAMED[whole]);
      const [head, one, two, three] = parts;
      const n = Number(one) + 1;
      if (head === "name") return inLanguage(t("place.name"), one);
      if (head === "branding" && one === "swiperText") {
        const slide = t("place.slide", { n: Number(two) + 1 });
        return three === "title" || three === "text" ? inLanguage(t(`place.slide.${three}`, { slide }), parts[4]) : slide;
      }
      if (head === "branding" && one === "logo_sizes") return t("place.logo.size");
      if (head === "branding" && one === "colours") return t("place.colours");
      if (head === "rounds") {
        const grade = application?.grades.find(({ code }) => code === three)?.name;
        if ((two === "places" || two === "on_roll") && three) return t(two === "places" ? "place.round.places" : "place.round.onRoll", { n, grade: apart(grade ? bilingual(grade) : three) });
        return has(ROUND_FIELDS, two) ? t(ROUND_FIELDS[two], { n }) : t("place.round", { n });
      }
      if (head === "schoolDates") return has(DATE_FIELDS, two) ? t(DATE_FIELDS[two], { n }) : t("place.date", { n });
      if (head === "forms" && one) return has(FORM_FIELDS, two) ? t(FORM_FIELDS[two], { form: form(one) }) : t("place.form", { form: form(one) });
      if (head === "routes" && one) {
        const page = pages.find(({ path }) => path === one);
        return t("place.route", { route: page ? t(`common:${page.nameKey}`) : one });
      }
      if (head === "status_labels" && one) {
        const status = STATUSES.find((each) => each === one);
        return inLanguage(t("place.status", { status: status ? t(`status.${status}`) : one }), two);
      }
      if (head === "audiences" && one) return inLanguage(t("place.audience", { audience: audience(one) }), three);
      if (head === "plugins" && one) return t("place.plugin", { name: one });
      // A member of a list, or what is below a name: the nearest name above.
      for (let depth = parts.length - 1; depth > 0; depth -= 1) {
        const upper = parts.slice(0, depth).join("/");
        if (has(NAMED, upper)) return t(NAMED[upper]);
      }
      return t("place.other");
    };

    const label = ({ file, pointer }: Place): string => {
      const parts = pointerParts(pointer);
      if (file === "school.yaml") return inSchool(parts);
      const [folder, ...rest] = file.split("/");
      const name = rest.join("/").replace(/\.[a-z]+$/, "");
      if (folder === "locales") return inLanguage(t("place.text", { key: apart(parts.join(".") || name.replace(/^..\//, "")) }), rest[0]);
      if (folder === "forms") return t("place.form", { form: form(name) });
      if (folder === "texts") return (name === "terms" || name === "privacy" || name === "consents" ? t(`place.${name}`) : t("place.letter", { name: apart(name) }));
      if (folder === "tables") return t("place.table", { name: apart(table(name)) });
      if (folder === "mail" || folder === "sms") {
        const [message, part] = name.split(".");
        const known = MESSAGES.find((each) => each === message);
        return known ? inLanguage(t(folder === "mail" ? "place.mailOf" : "place.smsOf", { name: t(`message.${known}`) }), part) : t("place.mail", { name: apart(name) });
      }
      if (folder === "assets") return t("place.picture", { name: apart(rest.join("/")) });
      if (folder === "plugins") return t("place.plugin", { name: apart(name) });
      return t("place.other");
    };
    return { label, form };
  }, [t, forms, application, bilingual, table, pages, audience]);
}
