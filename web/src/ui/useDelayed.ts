import { useEffect, useState } from "react";

/** True once `active` has lasted for a while: a skeleton that flashes for 50 ms is worse than none. */
export function useDelayed(active: boolean, delay = 200): boolean {
  const [due, setDue] = useState(false);
  useEffect(() => {
    if (!active) {
      setDue(false);
      return;
    }
    const timer = setTimeout(() => setDue(true), delay);
    return () => clearTimeout(timer);
  }, [active, delay]);
  return active && due;
}
