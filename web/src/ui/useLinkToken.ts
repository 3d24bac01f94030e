import { useEffect, useState } from "react";

/** The one-time token of a link's fragment, written either bare or as `token=…`. */
export function tokenOf(fragment: string): string {
  const text = fragment.replace(/^#/, "");
  try {
    return new URLSearchParams(text).get("token") ?? (text.includes("=") ? "" : decodeURIComponent(text));
  } catch {
    // Half an escape (`%E0`): a link that was cut in two.
    return "";
  }
}

/** The token of the link that led here. It stays in memory only: neither history nor a shared address shall hold it. */
export function useLinkToken(): string {
  const [token] = useState(() => tokenOf(location.hash));
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, "", `${location.pathname}${location.search}`);
  }, []);
  return token;
}
