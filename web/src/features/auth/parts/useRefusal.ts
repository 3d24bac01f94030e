import type { SerializedError } from "@reduxjs/toolkit";
import { failureOf, type CallRefused, type Failure } from "@/api/envelope";
import { useCountdown } from "@/ui/useCountdown";

/** A failed call as an entry screen shows it: what it means, and the seconds to wait before the next try. */
export function useRefusal(error: CallRefused | SerializedError | undefined): { failure: Failure | null; wait: number } {
  const failure = error ? failureOf(error) : null;
  return { failure, wait: useCountdown(failure?.retryAfter, error) };
}

/** How many tries the server still grants for a code (`tries_left` beside L004). */
export function triesLeft(failure: Failure | null): number | undefined {
  const body = failure?.body;
  const left = typeof body === "object" && body !== null && "tries_left" in body ? body.tries_left : undefined;
  return typeof left === "number" ? left : undefined;
}
