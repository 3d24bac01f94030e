import { useEffect } from "react";

/** How soon is asked again, in milliseconds: at first often, then calmer. */
const FIRST = 1000;
const CALM = 5000;

/** While something is under way (its id), asks again how far it is; not in a tab that nobody looks at. */
export function useAskAgain(open: string | undefined, refetch: () => unknown): void {
  useEffect(() => {
    if (!open) return;
    let over = false;
    let wait = FIRST;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (!over && document.visibilityState === "visible") timer = setTimeout(() => void ask(), wait);
    };
    const ask = async () => {
      // One that fails is asked again, as calmly as the others.
      await refetch();
      wait = Math.min(wait * 1.5, CALM);
      look();
    };
    const seen = () => {
      wait = FIRST;
      look();
    };
    look();
    document.addEventListener("visibilitychange", seen);
    return () => {
      over = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", seen);
    };
  }, [open, refetch]);
}
