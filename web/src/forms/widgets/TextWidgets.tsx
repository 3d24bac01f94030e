import type { WidgetProps } from "@rjsf/utils";
import { contextOf, describedBy } from "../context";
import classes from "../forms.module.css";
import { inputProps, leave } from "./input";

/** A line of text. Digits that mean a number are stored Western by their own widgets; prose keeps what was typed. */
export function TextWidget(props: WidgetProps) {
  return <Line field={props} />;
}

/** An e-mail address: always written from the left. */
export function EmailWidget(props: WidgetProps) {
  return <Line field={props} type="email" inputMode="email" autoComplete="email" dir="ltr" spellCheck={false} />;
}

type LineProps = { field: WidgetProps } & Pick<
  React.InputHTMLAttributes<HTMLInputElement>,
  "type" | "inputMode" | "autoComplete" | "dir" | "spellCheck"
>;

function Line({ field, ...own }: LineProps) {
  const { value, onChange, schema } = field;
  return (
    <input
      type="text"
      dir="auto"
      {...own}
      {...inputProps(field)}
      className={classes.input}
      maxLength={schema.maxLength}
      value={(value as string | undefined) ?? ""}
      onChange={(event) => onChange(event.target.value === "" ? undefined : event.target.value)}
      onBlur={(event) => {
        const trimmed = event.target.value.trim();
        if (trimmed !== event.target.value) onChange(trimmed === "" ? undefined : trimmed);
        leave(field);
      }}
    />
  );
}

/** Several lines, with what is left of the limit once half of it is used. */
export function TextareaWidget(props: WidgetProps) {
  const { id, value, onChange, schema, registry } = props;
  const { t } = contextOf(registry);
  const text = (value as string | undefined) ?? "";
  const limit = schema.maxLength;
  const left = limit === undefined ? null : limit - [...text].length;
  const showLeft = left !== null && limit !== undefined && left < limit / 2;
  const described = [describedBy(props), showLeft ? `${id}-left` : null].filter(Boolean).join(" ") || undefined;
  return (
    <>
      <textarea
        {...inputProps(props)}
        aria-describedby={described}
        className={classes.textarea}
        dir="auto"
        rows={4}
        maxLength={limit}
        value={text}
        onChange={(event) => onChange(event.target.value === "" ? undefined : event.target.value)}
        onBlur={() => leave(props)}
      />
      {showLeft && (
        <p id={`${id}-left`} className={classes.counter}>
          {t("textarea.left", { count: left })}
        </p>
      )}
    </>
  );
}
