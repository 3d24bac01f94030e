import type { ObjectFieldTemplateProps } from "@rjsf/utils";
import { ID_PREFIX } from "../pointer";
import classes from "./templates.module.css";
import forms from "../forms.module.css";

/** The fields of an object in a grid: two columns at most on a desk, one on a phone. A nested object gets a legend. */
export function ObjectFieldTemplate({ properties, title, description, fieldPathId, uiSchema }: ObjectFieldTemplateProps) {
  const id = fieldPathId.$id;
  const grid = <div className={classes.grid}>{properties.map((property) => property.content)}</div>;
  // The step's own heading names the root, the item's heading names an item of a group.
  const ownHeading = id === ID_PREFIX || /^\d+$/.test(id.split(".").at(-1) ?? "");
  if (ownHeading || !title) return grid;
  return (
    <fieldset className={classes.fieldset} id={id} tabIndex={-1}>
      <legend className={classes.legend}>{title}</legend>
      {(description || uiSchema?.["ui:help"]) && <p className={forms.help}>{description || String(uiSchema?.["ui:help"])}</p>}
      {grid}
    </fieldset>
  );
}
