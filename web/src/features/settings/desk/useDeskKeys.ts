import { useEffect, useRef } from "react";

/** Fields that are no part of the draft keep the browser's own undo: searches, notes, everything in a dialog. */
const OWN_UNDO = '[role="dialog"] input, [role="dialog"] textarea, [type="search"], [data-own-undo]';

/** Ctrl+Z and Ctrl+Shift+Z (or Ctrl+Y) anywhere at the desk. */
export function useDeskKeys(undo: () => void, redo: () => void): void {
  const acts = useRef({ undo, redo });
  acts.current = { undo, redo };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.code === "KeyZ" || event.key.toLowerCase() === "z" ? "z" : event.code === "KeyY" || event.key.toLowerCase() === "y" ? "y" : null;
      if (!key || (event.target instanceof Element && event.target.closest(OWN_UNDO))) return;
      event.preventDefault();
      if (key === "y" || event.shiftKey) acts.current.redo();
      else acts.current.undo();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
