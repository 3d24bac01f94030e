import { useEffect, useState } from "react";

const TICK_MS = 250;

/**
 * The whole seconds that are left of a wait; 0 when there is none. `occasion` tells one wait from the next: pass the
 * refusal itself, so that a second refusal with the same number of seconds counts anew.
 */
export function useCountdown(seconds: number | undefined, occasion: unknown = seconds): number {
  const [wait, setWait] = useState({ occasion, left: seconds ?? 0 });
  // Set while drawing, not in an effect: the button must never be pressable for a moment.
  if (wait.occasion !== occasion) setWait({ occasion, left: seconds ?? 0 });

  useEffect(() => {
    if (!seconds) return;
    // The monotonic clock: a device's wall clock may jump, and timers sleep in hidden tabs.
    const end = performance.now() + seconds * 1000;
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
      setWait((before) => (before.left === left ? before : { occasion, left }));
      if (left === 0) clearInterval(timer);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [seconds, occasion]);

  return wait.occasion === occasion ? wait.left : (seconds ?? 0);
}
