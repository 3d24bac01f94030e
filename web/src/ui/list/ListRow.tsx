import type { ReactNode } from "react";
import shared from "../table.module.css";
import classes from "./list.module.css";
import type { RowState } from "./ListTable";

interface RowProps extends Omit<RowState, "tabbable"> {
  onOpen: () => void;
  children: ReactNode;
}

/** A row that opens beside its list; its name is the button, and the whole row opens it too. */
export function ListRow({ index, opened, onActive, onOpen, children }: RowProps) {
  return (
    <tr
      className={shared.row}
      data-row={index}
      data-opened={opened || undefined}
      aria-rowindex={index + 2}
      onClick={() => {
        onActive(index);
        onOpen();
      }}
    >
      {children}
    </tr>
  );
}

/** What a row is called, as the button that opens it. */
export function RowName({ index, tabbable, opened, onActive, children }: RowState & { children: ReactNode }) {
  return (
    <button type="button" className={classes.name} tabIndex={tabbable ? 0 : -1} aria-expanded={opened} onFocus={() => onActive(index)}>
      <bdi>{children}</bdi>
    </button>
  );
}
