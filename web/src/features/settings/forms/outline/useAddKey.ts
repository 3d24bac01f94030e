import { useEffect, useRef } from "react";

/** Where a letter is written, or chooses an option. */
const WRITES = "input, textarea, select, [contenteditable], [role=listbox], [role=menu]";

/** "A" anywhere on the builder's page but in a field or beneath a dialog; an Arabic keyboard has its own letter at the same place. */
export function useAddKey(add: () => void): void {
  const act = useRef(add);
  act.current = add;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.key.toLowerCase() !== "a" && event.code !== "KeyA") || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if ((event.target instanceof Element && event.target.closest(WRITES)) || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      act.current();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
