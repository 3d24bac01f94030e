import type { WidgetProps } from "@rjsf/utils";
import { useEffect, useMemo, useRef, useState } from "react";
import { contextOf } from "../context";
import { countryName, countryOfCurrency, DIAL_CODES } from "../countries";
import { toWesternDigits } from "../digits";
import { readPhone, splitPhone, type PhoneParts } from "../phone";
import { loadPhoneRules } from "../phoneRules";
import classes from "../forms.module.css";
import { inputProps, leave } from "./input";

/** A telephone number: the country's code from a list, the number as the family writes it, stored as E.164. */
export function PhoneWidget(props: WidgetProps) {
  const { id, value, onChange, registry } = props;
  const { t, settings } = contextOf(registry);
  const stored = value as string | undefined;
  const [parts, setParts] = useState<PhoneParts>(() => splitPhone(stored, countryOfCurrency(settings.currency)));
  const last = useRef(stored);
  if (last.current !== stored) {
    last.current = stored;
    setParts(splitPhone(stored, parts.country));
  }

  useEffect(() => void loadPhoneRules(), []);

  const codes = useMemo(
    () => DIAL_CODES.map(({ country, dial }) => ({ country, dial, name: countryName(country, settings.language) })),
    [settings.language],
  );
  const dial = codes.find((code) => code.country === parts.country)?.dial ?? "";

  const take = (typed: string, country: string) => {
    const read = readPhone(typed, country);
    last.current = read.stored;
    // Between keystrokes the person's own spacing stays; a country code typed inside moves to the list.
    setParts({ country: read.country, number: read.country === country ? toWesternDigits(typed) : read.number });
    onChange(read.stored);
  };

  return (
    <span className={classes.phone} dir="ltr">
      <span className={classes.dial}>
        <select
          aria-label={t("phone.country", { label: props.label })}
          value={parts.country}
          disabled={props.disabled || props.readonly}
          onChange={(event) => take(parts.number, event.target.value)}
        >
          {codes.map((code) => (
            <option key={code.country} value={code.country}>
              {`${code.name} (+${code.dial})`}
            </option>
          ))}
        </select>
        <span aria-hidden>{`${parts.country} +${dial}`}</span>
      </span>
      <input
        {...inputProps(props)}
        id={id}
        className={classes.input}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        dir="ltr"
        value={parts.number}
        onChange={(event) => take(event.target.value, parts.country)}
        onBlur={() => {
          setParts(splitPhone(last.current, parts.country));
          leave(props);
        }}
      />
    </span>
  );
}
