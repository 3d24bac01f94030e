import { useEffect } from "react";

/** Once it is gone, whoever opened it is back where they were. */
export function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      // What is gone with it has let go of the focus only then.
      setTimeout(() => {
        const isNowhere = document.activeElement === null || document.activeElement === document.body;
        if (isNowhere && before instanceof HTMLElement && before.isConnected) before.focus();
      });
    };
  }, []);
}
