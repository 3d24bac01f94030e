import type { FieldProps } from "@rjsf/utils";
import { IconInfoCircle } from "../icons";
import classes from "./templates.module.css";

/** Text between fields. It carries no value, so it never calls `onChange`. */
export function NoteField({ schema }: FieldProps) {
  // Words alone are a heading over the questions that follow.
  if (schema.title && !schema.description) return <h2 className={classes.partHeading}>{schema.title}</h2>;
  return (
    <div className={classes.note}>
      <IconInfoCircle size={20} stroke={1.5} aria-hidden />
      <div>
        {schema.title && <p className={classes.noteTitle}>{schema.title}</p>}
        {schema.description && <p>{schema.description}</p>}
      </div>
    </div>
  );
}
