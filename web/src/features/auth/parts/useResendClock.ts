import { useState } from "react";
import { useCountdown } from "@/ui/useCountdown";

/** Seconds before something that was sent may be sent again; `start` counts anew. */
export function useResendClock(first: number): { left: number; start: (seconds?: number) => void } {
  const [round, setRound] = useState({ n: 0, seconds: first });
  const left = useCountdown(round.seconds, round.n);
  return { left, start: (seconds = first) => setRound((before) => ({ n: before.n + 1, seconds })) };
}
