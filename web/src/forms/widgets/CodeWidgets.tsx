import type { WidgetProps } from "@rjsf/utils";
import { toWesternDigits } from "../digits";
import classes from "../forms.module.css";
import { groupByFour } from "./grouping";
import { inputProps, leave } from "./input";
import { useTyped } from "./useTyped";

/** An IBAN, shown in groups of four and stored without spaces. */
export function IbanWidget(props: WidgetProps) {
  const clean = (text: string) => toWesternDigits(text).toUpperCase().replace(/[^A-Z0-9]/g, "");
  return <Code {...props} clean={clean} show={groupByFour} />;
}

/** An identity number: Western digits, no spaces; the dashes of a printed card are dropped where the number is digits only. */
export function NationalIdWidget(props: WidgetProps) {
  const digitsOnly = !["national-id", undefined].includes(props.schema.format);
  const clean = (text: string) => toWesternDigits(text).replace(digitsOnly ? /[^0-9A-Za-z]/g : /\s/g, "");
  return <Code {...props} clean={clean} show={(code) => code} numeric={digitsOnly} />;
}

interface CodeProps extends WidgetProps {
  clean: (text: string) => string;
  show: (code: string) => string;
  numeric?: boolean;
}

function Code(props: CodeProps) {
  const { value, onChange, clean, show, numeric } = props;
  const [text, type] = useTyped(value, (stored) => show(typeof stored === "string" ? stored : ""));
  return (
    <input
      {...inputProps(props)}
      className={classes.input}
      type="text"
      inputMode={numeric ? "numeric" : "text"}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      dir="ltr"
      value={text}
      onChange={(event) => {
        const { value: typed, selectionStart } = event.target;
        const code = clean(typed);
        // Regrouping under a caret in the middle would move it away, so only typing at the end regroups.
        const atEnd = selectionStart === null || selectionStart === typed.length;
        type(atEnd ? show(code) : toWesternDigits(typed), code || undefined);
        onChange(code || undefined);
      }}
      onBlur={() => {
        type(show(clean(text)), clean(text) || undefined);
        leave(props);
      }}
    />
  );
}
