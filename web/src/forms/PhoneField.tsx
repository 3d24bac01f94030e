import { Input } from "@mantine/core";
import { useId, useMemo, useState, type ReactNode, type Ref } from "react";
import { countryName, countryOfCurrency, DIAL_CODES } from "./countries";
import { toWesternDigits } from "./digits";
import { readPhone, splitPhone } from "./phone";
import classes from "./PhoneField.module.css";
import { useFormSettings } from "./useFormSettings";
import { useFormsText } from "./useFormsText";

interface Props {
  label: string;
  /** E.164, or empty. */
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  description?: ReactNode;
  size?: "sm" | "md";
  /** The country that an empty field begins with; the school's own where it is not said. */
  country?: string;
  ref?: Ref<HTMLInputElement>;
}

/** A telephone number outside of a school's form: the country's code from a list, the number as a person writes it. */
export function PhoneField({ label, value, onChange, error, description, size = "sm", country: wished, ref }: Props) {
  const t = useFormsText();
  const { language, currency } = useFormSettings();
  const id = useId();
  const [parts, setParts] = useState(() => splitPhone(value || undefined, wished || countryOfCurrency(currency)));
  const [begun, setBegun] = useState(wished);
  const [last, setLast] = useState(value);
  if (last !== value) {
    setLast(value);
    setParts(splitPhone(value || undefined, parts.country));
  }
  // Chosen elsewhere on the page meanwhile: a number that was begun keeps its own.
  if (wished && begun !== wished) {
    setBegun(wished);
    if (parts.number === "") setParts({ ...parts, country: wished });
  }
  const codes = useMemo(() => DIAL_CODES.map(({ country, dial }) => ({ country, dial, name: countryName(country, language) })), [language]);
  const dial = codes.find((code) => code.country === parts.country)?.dial ?? "";
  const take = (typed: string, country: string) => {
    const read = readPhone(typed, country);
    const stored = read.stored ?? "";
    setLast(stored);
    setParts({ country: read.country, number: read.country === country ? toWesternDigits(typed) : read.number });
    onChange(stored);
  };
  return (
    <Input.Wrapper id={id} label={label} error={error} description={description} size={size}>
      <span className={classes.phone} dir="ltr" data-size={size}>
        <span className={classes.dial}>
          <select aria-label={t("phone.country", { label })} value={parts.country} onChange={(event) => take(parts.number, event.target.value)}>
            {codes.map((code) => (
              <option key={code.country} value={code.country}>
                {`${code.name} (+${code.dial})`}
              </option>
            ))}
          </select>
          <span aria-hidden>{`${parts.country} +${dial}`}</span>
        </span>
        <Input
          ref={ref}
          id={id}
          className={classes.number}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          dir="ltr"
          size={size}
          error={Boolean(error)}
          value={parts.number}
          onChange={(event) => take(event.currentTarget.value, parts.country)}
          onBlur={() => setParts(splitPhone(last || undefined, parts.country))}
        />
      </span>
    </Input.Wrapper>
  );
}
