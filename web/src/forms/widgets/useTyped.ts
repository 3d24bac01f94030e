import { useRef, useState } from "react";

/**
 * The text of an input whose value is not its text (a date, an amount). While the person types, their text stands as it is;
 * a value from outside (a reloaded draft, a merge) replaces it, and so does another language.
 */
export function useTyped(value: unknown, show: (value: unknown) => string, language = ""): [string, (text: string, emitted: unknown) => void] {
  const [text, setText] = useState(() => show(value));
  const last = useRef(value);
  const lastLanguage = useRef(language);
  let shown = text;
  if (!Object.is(last.current, value) || lastLanguage.current !== language) {
    last.current = value;
    lastLanguage.current = language;
    shown = show(value);
    setText(shown);
  }
  const type = (next: string, emitted: unknown) => {
    last.current = emitted;
    setText(next);
  };
  return [shown, type];
}
