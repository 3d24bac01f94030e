import type { WidgetProps } from "@rjsf/utils";
import { contextOf } from "../context";
import { IconChevronDown } from "../icons";
import type { SchemaNode } from "../model";
import { choicesOf } from "../nodes";
import classes from "../forms.module.css";
import { inputProps, leave } from "./input";

interface SelectProps {
  field: WidgetProps;
  options: readonly { value: string; label: string }[];
  selected: string;
  onSelect: (value: string) => void;
}

/** The browser's own select: the best list there is on a phone, and one that types ahead on a desk. */
function Select({ field, options, selected, onSelect }: SelectProps) {
  const { t } = contextOf(field.registry);
  return (
    <span className={classes.selectBox}>
      <select
        {...inputProps(field)}
        className={classes.input}
        value={selected}
        data-empty={selected === "" || undefined}
        onChange={(event) => onSelect(event.target.value)}
        onBlur={() => leave(field)}
      >
        <option value="">{t("select.choose")}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <IconChevronDown size={18} stroke={1.5} aria-hidden />
    </span>
  );
}

/** One of a list; the values keep their types, whatever the option's text. */
export function SelectWidget(props: WidgetProps) {
  const { t } = contextOf(props.registry);
  const choices = choicesOf(props.schema as SchemaNode, t("choice.yes"), t("choice.no"));
  const options = choices.map((choice, index) => ({ value: String(index), label: choice.label }));
  const index = choices.findIndex((choice) => choice.value === props.value);
  return (
    <Select
      field={props}
      options={options}
      selected={index < 0 ? "" : String(index)}
      onSelect={(value) => props.onChange(value === "" ? undefined : choices[Number(value)]?.value)}
    />
  );
}
