import { useEffect, useRef, useState } from "react";
import type { Outcome } from "../outcome";
import { onSentElsewhere } from "./sentElsewhere";

/**
 * The outcome, once another tab has sent the draft that this page shows. Every token that the page has had counts: the server may
 * have said "gone", and the page begun anew, before the other tab's word arrives.
 */
export function useSentElsewhere(token: string | null): Outcome | null {
  const own = useRef(new Set<string>());
  const [sent, setSent] = useState<Outcome | null>(null);
  useEffect(() => {
    if (token) own.current.add(token);
  }, [token]);
  useEffect(
    () =>
      onSentElsewhere((other, outcome) => {
        if (own.current.has(other)) setSent(outcome);
      }),
    [],
  );
  return sent;
}
