import { Button } from "@mantine/core";
import type { ArrayFieldTemplateProps } from "@rjsf/utils";
import { useRef } from "react";
import { contextOf } from "../context";
import { IconExclamationCircle, IconPlus } from "../icons";
import type { SchemaNode } from "../model";
import classes from "../forms.module.css";
import templates from "./templates.module.css";

/** A repeated group: its title, what it is for, its items, and the button that adds one. */
export function ArrayFieldTemplate(props: ArrayFieldTemplateProps) {
  const { items, canAdd, onAddClick, title, schema, uiSchema, fieldPathId, registry, required, rawErrors = [] } = props;
  const { t, stepTitle } = contextOf(registry);
  const node = schema as SchemaNode;
  const id = fieldPathId.$id;
  const optional = !required && !node.minItems;
  const list = useRef<HTMLDivElement>(null);
  const help = [node.description, uiSchema?.["ui:help"]].filter((text) => typeof text === "string" && text !== "") as string[];

  // The new item's first input takes the focus: adding by keyboard goes straight on to typing.
  const add = (event: React.MouseEvent) => {
    onAddClick(event);
    requestAnimationFrame(() => {
      list.current?.lastElementChild?.querySelector<HTMLElement>("input, select, textarea")?.focus();
    });
  };

  return (
    <fieldset className={templates.fieldset} id={id} tabIndex={-1} aria-describedby={rawErrors.length > 0 ? `${id}-error` : undefined}>
      {/* A step that is one group has the group's title as its heading already. */}
      <legend className={title === stepTitle ? "unseen" : templates.legend}>
        {title}
        {optional && " "}
        {optional && <span className={classes.optional}>{t("field.optional")}</span>}
      </legend>
      {help.map((text) => (
        <p key={text} className={classes.help}>
          {text}
        </p>
      ))}
      {rawErrors.length > 0 && (
        <p id={`${id}-error`} className={classes.error}>
          <IconExclamationCircle size={18} stroke={1.5} aria-hidden />
          <span>{[...new Set(rawErrors)].join(" ")}</span>
        </p>
      )}
      <div ref={list} className={templates.items}>
        {items}
      </div>
      {canAdd ? (
        <Button variant="default" leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} onClick={add}>
          {(uiSchema?.["x-add"] as string | undefined) ?? t("group.add")}
        </Button>
      ) : (
        items.length > 0 && <p className={classes.help}>{t("group.full", { count: node.maxItems ?? items.length })}</p>
      )}
    </fieldset>
  );
}
