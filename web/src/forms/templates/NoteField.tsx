import type { FieldProps } from "@rjsf/utils";
import { IconInfoCircle } from "../icons";
import classes from "../forms.module.css";

/** Text between fields. It carries no value, so it never calls `onChange`. */
export function NoteField({ schema }: FieldProps) {
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
