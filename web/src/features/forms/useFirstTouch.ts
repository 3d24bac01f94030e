import { useEffect } from "react";

const TOUCHES = ["pointerdown", "keydown", "input"];

/** Runs once, as soon as somebody does anything with the page. `act` must stay the same. */
export function useFirstTouch(act: () => void): void {
  useEffect(() => {
    const waiting = new AbortController();
    const touched = () => {
      waiting.abort();
      act();
    };
    for (const touch of TOUCHES) addEventListener(touch, touched, { capture: true, signal: waiting.signal });
    return () => waiting.abort();
  }, [act]);
}
