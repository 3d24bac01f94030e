import { inputId } from "./pointer";

/** Puts the focus on a field, or on the first of its inputs. */
export function focusAt(pointer: string) {
  for (let path = pointer; path !== ""; path = path.slice(0, path.lastIndexOf("/"))) {
    const place = document.getElementById(inputId(path));
    if (!place) continue;
    const inner = place.matches("[role=radiogroup], [role=group]") ? place.querySelector<HTMLElement>("input:not([hidden]), button") : null;
    (inner ?? place).focus();
    return;
  }
}
