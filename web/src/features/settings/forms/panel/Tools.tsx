import { ActionIcon, Tooltip } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { IconArrowDown, IconArrowUp, IconTrash } from "@/ui/icons";
import classes from "../parts.module.css";
import { IconCopyPlus } from "../icons";
import { useBuilder } from "../useBuilder";
import { useRowActions } from "../useRowActions";

/** Moving, doubling and removing what is selected: the way without dragging. */
export function Tools({ row, name, twice = false }: { row: string; name: string; twice?: boolean }) {
  const { t } = useTranslation("builder");
  const { readOnly } = useBuilder();
  const actions = useRowActions();
  if (readOnly) return null;
  const tools = [
    { key: "up" as const, Icon: IconArrowUp, run: () => actions.move(row, -1), off: !actions.canMove(row, -1) },
    { key: "down" as const, Icon: IconArrowDown, run: () => actions.move(row, 1), off: !actions.canMove(row, 1) },
    ...(twice ? [{ key: "duplicate" as const, Icon: IconCopyPlus, run: () => void actions.duplicate(row), off: false }] : []),
    { key: "remove" as const, Icon: IconTrash, run: () => void actions.remove(row), off: false },
  ];
  return (
    <div className={classes.tools}>
      {tools.map(({ key, Icon, run, off }) => (
        <Tooltip key={key} label={t(`tool.${key}`)}>
          {/* Disabled by word, so that the focus is not lost at the end of a list. */}
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={t(`tool.${key}.of`, { name })} aria-disabled={off} data-disabled={off || undefined} onClick={off ? undefined : run}>
            <Icon size={20} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  );
}
