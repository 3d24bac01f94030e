import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";

/** What the address's state says when somebody was led here to begin something new (the command palette). */
export const BEGIN = { begin: true } as const;

/** Whether what is new is being written here: opened by its button, or by whoever led here for it. */
export function useBegun(): [boolean, (begun: boolean) => void] {
  const { state, pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [begun, setBegun] = useState(false);
  const isLed = typeof state === "object" && state !== null && "begin" in state;
  useEffect(() => {
    if (!isLed) return;
    setBegun(true);
    // Whoever loads the page again or comes back to it did not ask for it again.
    void navigate({ pathname, search, hash }, { replace: true, state: null });
  }, [isLed, navigate, pathname, search, hash]);
  return [begun, setBegun];
}
