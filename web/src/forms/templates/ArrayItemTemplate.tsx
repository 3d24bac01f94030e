import { ActionIcon } from "@mantine/core";
import type { ArrayFieldItemTemplateProps } from "@rjsf/utils";
import { contextOf } from "../context";
import { IconArrowDown, IconArrowUp, IconTrash } from "../icons";
import type { SchemaNode, UiNode } from "../model";
import { itemTitle, nodeAt } from "../nodes";
import { toPointer } from "../pointer";
import classes from "./templates.module.css";

/** One item of a repeated group: a heading with its number, its fields, and how to move or remove it. */
export function ArrayItemTemplate(props: ArrayFieldItemTemplateProps) {
  const { children, buttonsProps, index, registry } = props;
  const { t } = contextOf(registry);
  const path = buttonsProps.fieldPathId.path;
  const group = nodeAt(registry.rootSchema as SchemaNode, toPointer(path.slice(0, -1)));
  const title = itemTitle(props.parentUiSchema as UiNode | undefined, index, (n) => t("group.item", { n }));
  const { hasMoveUp, hasMoveDown, hasRemove, onMoveUpItem, onMoveDownItem, onRemoveItem } = buttonsProps;
  // The server refuses fewer than this, so the button would only lead into an error.
  const removable = hasRemove && buttonsProps.totalItems > (group?.minItems ?? 0);
  const headingId = `${buttonsProps.fieldPathId.$id}-title`;

  const remove = (event: React.MouseEvent<HTMLButtonElement>) => {
    const fieldset = event.currentTarget.closest("fieldset");
    onRemoveItem(event);
    // The button is gone with its item; without this the focus would fall to the top of the page.
    fieldset?.focus();
  };

  return (
    <section className={classes.item} aria-labelledby={headingId}>
      <div className={classes.itemHead}>
        <h2 id={headingId} className={classes.itemTitle}>
          {title}
        </h2>
        <div className={classes.itemTools}>
          {hasMoveUp && (
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t("group.moveUp", { title })} onClick={onMoveUpItem}>
              <IconArrowUp size={18} stroke={1.5} aria-hidden />
            </ActionIcon>
          )}
          {hasMoveDown && (
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t("group.moveDown", { title })} onClick={onMoveDownItem}>
              <IconArrowDown size={18} stroke={1.5} aria-hidden />
            </ActionIcon>
          )}
          {removable && (
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t("group.remove", { title })} onClick={remove}>
              <IconTrash size={18} stroke={1.5} aria-hidden />
            </ActionIcon>
          )}
        </div>
      </div>
      {children}
    </section>
  );
}
