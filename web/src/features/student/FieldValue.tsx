import { useTranslation } from "react-i18next";
import type { FileField } from "@/api/student";
import { IconLock } from "@/ui/icons";
import record from "@/ui/record/record.module.css";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import classes from "./student.module.css";

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const NUMBER = /^[+\d*•xX][\d*•xX\s().-]*$/;

/** An answer as people read it: what is hidden says so. */
export function FieldValue({ field: { value, display, masked } }: { field: FileField }) {
  const { t } = useTranslation("student");
  const bilingual = useBilingual();
  const shown = bilingual(display);
  if (shown) return <bdi>{shown}</bdi>;
  if (masked && isEmpty(value)) {
    return (
      <span className={`${record.quiet} ${classes.mark}`}>
        <IconLock size={16} stroke={1.5} aria-hidden /> {t("field.hidden")}
      </span>
    );
  }
  return <Value value={value} />;
}

/** What can be called or written to, one press away. */
const PHONE = /^\+\d[\d\s-]{6,}$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const addressOf = (text: string): string | null => (PHONE.test(text) ? `tel:${text.replace(/[\s-]/g, "")}` : EMAIL.test(text) ? `mailto:${text}` : null);

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

function Value({ value }: { value: unknown }) {
  const { t } = useTranslation("student");
  const format = useFormat();
  if (isEmpty(value)) return <span className={record.quiet}>{t("field.none")}</span>;
  if (typeof value === "boolean") return t(value ? "field.yes" : "field.no");
  if (typeof value === "number") return <bdi className="tabular">{format.number(value)}</bdi>;
  if (Array.isArray(value)) return <Parts parts={value} />;
  if (typeof value === "object" && value !== null) return <Parts parts={Object.values(value).filter((part) => !isEmpty(part))} />;
  const text = String(value);
  if (DATE.test(text)) return <time dateTime={text}>{format.date(text)}</time>;
  const address = addressOf(text);
  if (address) {
    return (
      <a className={classes.way} href={address}>
        <bdi dir="ltr">{text}</bdi>
      </a>
    );
  }
  // A number or an address runs from the left in both languages.
  return (
    <bdi dir={NUMBER.test(text) || text.includes("@") ? "ltr" : undefined} className={classes.answer}>
      {text}
    </bdi>
  );
}

function Parts({ parts }: { parts: readonly unknown[] }) {
  return (
    <ul className={classes.parts}>
      {parts.map((part, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- answers stand in their order and are never changed here
        <li key={at}>
          <Value value={part} />
        </li>
      ))}
    </ul>
  );
}
