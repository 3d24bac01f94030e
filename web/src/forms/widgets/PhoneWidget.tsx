import type { WidgetProps } from "@rjsf/utils";
import { useEffect, useRef, useState } from "react";
import { contextOf } from "../context";
import { countryOfCurrency } from "../countries";
import { DialSelect } from "../DialSelect";
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

  const take = (typed: string, country: string) => {
    const read = readPhone(typed, country);
    last.current = read.stored;
    // Between keystrokes the person's own spacing stays; a country code typed inside moves to the list.
    setParts({ country: read.country, number: read.country === country ? toWesternDigits(typed) : read.number });
    onChange(read.stored);
  };

  return (
    <span className={classes.phone} dir="ltr">
      <DialSelect
        label={t("phone.country", { label: props.label })}
        country={parts.country}
        language={settings.language}
        disabled={props.disabled || props.readonly}
        onChange={(country) => take(parts.number, country)}
      />
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
