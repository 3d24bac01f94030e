import { useState } from "react";
import { useAppSelector } from "@/api/hooks";
import { forgetInTab, keepInTab, keptInTab } from "@/api/tab";

/**
 * A text that is being written: what differs from its beginning is kept in this tab under a name, until it is sent, whatever closes the
 * dialog or leaves the page. Each account has its own.
 */
export function useKept(of: string, first = ""): [string, (text: string) => void] {
  const account = useAppSelector((state) => state.auth.user?.id);
  const name = `writing.${account ?? ""}.${of}`;
  const begin = () => ({ name, text: keptInTab(name) || first });
  const [held, setHeld] = useState(begin);
  const { text } = held.name === name ? held : begin();
  const set = (next: string) => {
    setHeld({ name, text: next });
    if (next.trim() && next !== first) keepInTab(name, next);
    else forgetInTab(name);
  };
  return [text, set];
}
