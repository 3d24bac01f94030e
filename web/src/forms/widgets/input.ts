/** What every input of the theme has in common. */
import type { WidgetProps } from "@rjsf/utils";
import { contextOf, describedBy } from "../context";
import { ID_SEPARATOR, toPointer } from "../pointer";

/** Id, name and the aria attributes that tie an input to its texts. */
export function inputProps(props: WidgetProps) {
  const invalid = (props.rawErrors?.length ?? 0) > 0;
  return {
    id: props.id,
    name: props.id,
    disabled: props.disabled || props.readonly || undefined,
    "aria-required": props.required || undefined,
    "aria-invalid": invalid || undefined,
    "aria-describedby": describedBy(props),
  };
}

/** The same for a group of inputs, which its label names. */
export function groupProps(props: WidgetProps) {
  return { id: props.id, tabIndex: -1, "aria-labelledby": `${props.id}-label`, "aria-describedby": describedBy(props) };
}

/** The JSON pointer of a widget's field. */
export function pointerOf(id: string): string {
  return toPointer(id.split(ID_SEPARATOR).slice(1));
}

/** Tells the form that the person is done with this field, so that its problems may show. */
export function leave(props: WidgetProps): void {
  contextOf(props.registry).onLeave(pointerOf(props.id));
}
