import { Checkbox, type CheckboxProps } from "@mantine/core";
import { useId } from "react";
import classes from "./list.module.css";

/** The box by which a row is chosen; a little around it counts as well, so that a near miss opens nothing. */
export function SelectBox(props: CheckboxProps & { "aria-label": string }) {
  const id = useId();
  return (
    <label htmlFor={id} className={classes.box}>
      <Checkbox {...props} id={id} />
    </label>
  );
}
