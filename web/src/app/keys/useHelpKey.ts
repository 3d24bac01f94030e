import { useEffect, useRef } from "react";

/** Where a question mark is written, and not a wish for help. */
const WRITES = "input, textarea, select, [contenteditable]";

/** "?" anywhere on the page but in a field or a dialog; an Arabic keyboard has its own sign at the same place. */
export function useHelpKey(open: () => void): void {
  const act = useRef(open);
  act.current = open;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.key !== "?" && event.key !== "؟") || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if ((event.target instanceof Element && event.target.closest(WRITES)) || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      act.current();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
