import { Input } from "@mantine/core";
import { useEffect, useId, useState, type ReactNode, type Ref } from "react";
import { countryOfCurrency } from "./countries";
import { DialSelect } from "./DialSelect";
import { toWesternDigits } from "./digits";
import { readPhone, splitPhone } from "./phone";
import classes from "./PhoneField.module.css";
import { loadPhoneRules } from "./phoneRules";
import { useFormSettings } from "./useFormSettings";
import { useFormsText } from "./useFormsText";
import { usePhoneFault } from "./usePhoneFault";

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

/**
 * A telephone number outside of a school's form: the country's code from a list, the number as a person writes it. Once it was
 * left, it is held to its country's rules; whoever sends it asks `usePhoneFault` as well.
 */
export function PhoneField({ label, value, onChange, error, description, size = "sm", country: wished, ref }: Props) {
  const t = useFormsText();
  const { language, currency } = useFormSettings();
  const id = useId();
  const [parts, setParts] = useState(() => splitPhone(value || undefined, wished || countryOfCurrency(currency)));
  const [begun, setBegun] = useState(wished);
  const [last, setLast] = useState(value);
  const [left, setLeft] = useState(false);
  const faultOf = usePhoneFault();
  const shown = error || (left && faultOf(value)) || undefined;
  // With the first digit, wherever it comes from: a page that nobody writes a number on does without the rules.
  const hasNumber = value !== "";
  useEffect(() => {
    if (hasNumber) void loadPhoneRules();
  }, [hasNumber]);
  if (last !== value) {
    setLast(value);
    setParts(splitPhone(value || undefined, parts.country));
  }
  // Chosen elsewhere on the page meanwhile: a number that was begun keeps its own.
  if (wished && begun !== wished) {
    setBegun(wished);
    if (parts.number === "") setParts({ ...parts, country: wished });
  }
  const take = (typed: string, country: string) => {
    const read = readPhone(typed, country);
    const stored = read.stored ?? "";
    setLast(stored);
    setParts({ country: read.country, number: read.country === country ? toWesternDigits(typed) : read.number });
    onChange(stored);
  };
  return (
    <Input.Wrapper id={id} label={label} error={shown} description={description} size={size}>
      <span className={classes.phone} dir="ltr" data-size={size}>
        <DialSelect label={t("phone.country", { label })} country={parts.country} language={language} onChange={(country) => take(parts.number, country)} />
        <Input
          ref={ref}
          id={id}
          className={classes.number}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          dir="ltr"
          size={size}
          error={Boolean(shown)}
          value={parts.number}
          onChange={(event) => take(event.currentTarget.value, parts.country)}
          onBlur={() => {
            // Who only passed through is not told of each digit that they write later.
            if (last !== "") setLeft(true);
            setParts(splitPhone(last || undefined, parts.country));
          }}
        />
      </span>
    </Input.Wrapper>
  );
}
