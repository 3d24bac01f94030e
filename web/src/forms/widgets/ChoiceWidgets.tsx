import type { WidgetProps } from "@rjsf/utils";
import { contextOf } from "../context";
import type { SchemaNode } from "../model";
import { choicesOf, type Choice } from "../nodes";
import classes from "../forms.module.css";
import { groupProps, inputProps, leave } from "./input";

function useChoices({ schema, registry }: WidgetProps): Choice[] {
  const { t } = contextOf(registry);
  return choicesOf(schema as SchemaNode, t("choice.yes"), t("choice.no"));
}

function ChoiceText({ id, choice }: { id: string; choice: Choice }) {
  return (
    <span className={classes.choiceText}>
      <span>{choice.label}</span>
      {choice.help && (
        <span id={id} className={classes.choiceHelp}>
          {choice.help}
        </span>
      )}
    </span>
  );
}

/** One of a few, all in sight. Short pairs stand side by side. */
export function RadioWidget(props: WidgetProps) {
  const { id, value, onChange, disabled, readonly } = props;
  const choices = useChoices(props);
  const short = choices.length <= 3 && choices.every((choice) => !choice.help && choice.label.length <= 14);
  return (
    <div {...groupProps(props)} role="radiogroup" className={classes.choices} data-inline={short || undefined} aria-required={props.required || undefined}>
      {choices.map((choice, index) => (
        <label key={String(choice.value)} className={classes.choice}>
          <input
            type="radio"
            name={id}
            checked={value === choice.value}
            disabled={disabled || readonly}
            aria-describedby={choice.help ? `${id}-${index}-help` : undefined}
            onChange={() => {
              onChange(choice.value);
              leave(props);
            }}
          />
          <ChoiceText id={`${id}-${index}-help`} choice={choice} />
        </label>
      ))}
    </div>
  );
}

/** Several of a list; stored in the list's order, so that ticking in another order is no change. */
export function CheckboxesWidget(props: WidgetProps) {
  const { id, value, onChange, disabled, readonly, schema } = props;
  const choices = useChoices(props);
  const chosen = Array.isArray(value) ? (value as unknown[]) : [];
  const full = schema.maxItems !== undefined && chosen.length >= schema.maxItems;
  const toggle = (choice: Choice, checked: boolean) => {
    const next = choices.map((each) => each.value).filter((each) => (each === choice.value ? checked : chosen.includes(each)));
    onChange(next.length > 0 ? next : undefined);
    leave(props);
  };
  return (
    <div {...groupProps(props)} role="group" className={classes.choices} data-columns={choices.length > 6 || undefined}>
      {choices.map((choice, index) => {
        const checked = chosen.includes(choice.value);
        return (
          <label key={String(choice.value)} className={classes.choice}>
            <input
              type="checkbox"
              name={id}
              checked={checked}
              disabled={disabled || readonly || (full && !checked)}
              aria-describedby={choice.help ? `${id}-${index}-help` : undefined}
              onChange={(event) => toggle(choice, event.target.checked)}
            />
            <ChoiceText id={`${id}-${index}-help`} choice={choice} />
          </label>
        );
      })}
    </div>
  );
}

/** A single yes: a declaration, a consent. */
export function CheckboxWidget(props: WidgetProps) {
  const { value, onChange, label, required, registry } = props;
  const { t } = contextOf(registry);
  return (
    <label className={classes.choice}>
      <input
        {...inputProps(props)}
        type="checkbox"
        checked={value === true}
        onChange={(event) => {
          // Where only "yes" is an answer, taking the tick away takes the answer away.
          onChange(event.target.checked ? true : "const" in props.schema ? undefined : false);
          leave(props);
        }}
      />
      <span className={classes.choiceText}>
        <span>
          {label}
          {!required && " "}
      {!required && <span className={classes.optional}>{t("field.optional")}</span>}
        </span>
      </span>
    </label>
  );
}
