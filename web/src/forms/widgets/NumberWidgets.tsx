import type { WidgetProps } from "@rjsf/utils";
import { contextOf } from "../context";
import { minorToText, parseMinor, parseNumber, toWesternDigits } from "../digits";
import type { SchemaNode } from "../model";
import classes from "../forms.module.css";
import { inputProps, leave } from "./input";
import { useTyped } from "./useTyped";

/** A number, typed in either script. */
export function NumberWidget(props: WidgetProps) {
  const show = (value: unknown) => (typeof value === "number" || typeof value === "string" ? String(value) : "");
  return <Numeric {...props} parse={parseNumber} show={show} whole={props.schema.type === "integer"} />;
}

/** An amount of money, stored in minor units of the field's currency. */
export function MoneyWidget(props: WidgetProps) {
  const { settings } = contextOf(props.registry);
  const currency = (props.schema as SchemaNode)["x-money"] ?? settings.currency;
  const show = (value: unknown) => (typeof value === "number" ? minorToText(value, currency) : typeof value === "string" ? value : "");
  return <Numeric {...props} parse={(text) => parseMinor(text, currency)} show={show} unit={currency} />;
}

interface NumericProps extends WidgetProps {
  parse: (text: string) => number | null;
  show: (value: unknown) => string;
  unit?: string;
  whole?: boolean;
}

function Numeric(props: NumericProps) {
  const { value, onChange, parse, show, unit, whole, id } = props;
  const [text, type] = useTyped(value, show);
  // What is no number stays as it was typed: the check then says so, instead of "missing".
  const read = (typed: string) => (typed.trim() === "" ? undefined : (parse(typed) ?? typed));
  const base = inputProps(props);
  return (
    <span className={unit ? classes.withUnit : undefined} dir="ltr">
      {unit && (
        <span id={`${id}-unit`} className={classes.unit}>
          {unit}
        </span>
      )}
      <input
        {...base}
        aria-describedby={[unit ? `${id}-unit` : null, base["aria-describedby"]].filter(Boolean).join(" ") || undefined}
        className={classes.input}
        type="text"
        inputMode={whole ? "numeric" : "decimal"}
        autoComplete="off"
        dir="ltr"
        value={text}
        onChange={(event) => {
          const emitted = read(event.target.value);
          type(toWesternDigits(event.target.value), emitted);
          onChange(emitted);
        }}
        onBlur={() => {
          const emitted = read(text);
          type(show(emitted), emitted);
          leave(props);
        }}
      />
    </span>
  );
}
