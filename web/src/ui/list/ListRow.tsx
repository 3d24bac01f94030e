import type { MouseEvent, ReactNode } from "react";
import { Link } from "react-router";
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

/** A row with a page of its own: its name is the link, and the whole row opens it too. */
export function LinkRow({ index, opened, onActive, onOpen, children }: RowProps) {
  const open = (event: MouseEvent) => {
    // A click with a modifier means "in a new tab", and a click on a button or a box means that.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    if (event.target instanceof Element && event.target.closest("button, label, input")) return;
    // Nor is one in a menu that belongs to the row and hangs over the page.
    if (event.target instanceof Node && !event.currentTarget.contains(event.target)) return;
    event.preventDefault();
    onActive(index);
    onOpen();
  };
  return (
    // The row only widens the link's target, and must decide before the link does; keys go to the link.
    <tr className={shared.row} data-row={index} data-opened={opened || undefined} aria-rowindex={index + 2} onClickCapture={open}>
      {children}
    </tr>
  );
}

interface LinkProps extends Pick<RowState, "index" | "tabbable" | "onActive"> {
  to: string;
  children: ReactNode;
}

/** What a row is called, as the link to its page. */
export function RowLink({ to, index, tabbable, onActive, children }: LinkProps) {
  return (
    <Link className={classes.name} to={to} tabIndex={tabbable ? 0 : -1} onFocus={() => onActive(index)}>
      <bdi>{children}</bdi>
    </Link>
  );
}
