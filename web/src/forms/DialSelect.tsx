import { useMemo } from "react";
import type { Language } from "@/i18n/languages";
import { countryName, DIAL_CODES } from "./countries";
import classes from "./DialSelect.module.css";

interface Props {
  label: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  language: Language;
  disabled?: boolean | undefined;
  onChange: (country: string) => void;
}

/** The country before a telephone number, in a school's form and outside: its code alone, and the browser's own list with the names. */
export function DialSelect({ label, country, language, disabled, onChange }: Props) {
  const codes = useMemo(() => DIAL_CODES.map((code) => ({ ...code, name: countryName(code.country, language) })), [language]);
  const dial = codes.find((code) => code.country === country)?.dial ?? "";
  return (
    <span className={classes.dial}>
      <select aria-label={label} value={country} disabled={disabled} onChange={(event) => onChange(event.target.value)}>
        {codes.map((code) => (
          <option key={code.country} value={code.country}>
            {`${code.name} (+${code.dial})`}
          </option>
        ))}
      </select>
      <span aria-hidden>{`${country} +${dial}`}</span>
    </span>
  );
}
