import { ActionIcon, Button } from "@mantine/core";
import type { ReactNode } from "react";
import { IconPlus, IconTrash } from "@/ui/icons";
import card from "@/ui/card.module.css";
import classes from "./letters.module.css";

interface Props {
  /** How each is called ("Condition 2"); as many as there are. */
  names: readonly string[];
  off: boolean;
  most: number;
  /** A letter of this kind is none without one. */
  least?: number;
  add: string;
  removeOf: (name: string) => string;
  onAdd: () => void;
  onRemove: (index: number) => void;
  children: (index: number) => ReactNode;
}

/** Things of one kind below each other, added at the end and removed. */
export function Entries({ names, off, most, least = 0, add, removeOf, onAdd, onRemove, children }: Props) {
  return (
    <>
      <ol className={classes.entries}>
        {names.map((name, index) => (
          <li key={index} className={`${card.row} ${classes.entry}`} aria-label={name}>
            <div className={classes.entryHead}>
              <strong>{name}</strong>
              <ActionIcon variant="subtle" color="gray" size={36} disabled={off || names.length <= least} aria-label={removeOf(name)} onClick={() => onRemove(index)}>
                <IconTrash size={18} stroke={1.5} />
              </ActionIcon>
            </div>
            {children(index)}
          </li>
        ))}
      </ol>
      <div>
        <Button size="sm" variant="default" disabled={off || names.length >= most} leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />} onClick={onAdd}>
          {add}
        </Button>
      </div>
    </>
  );
}
