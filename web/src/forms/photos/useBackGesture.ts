import { useEffect, useEffectEvent } from "react";

const MARK = "photos";

const isOurs = (): boolean => {
  const state: unknown = history.state;
  return typeof state === "object" && state !== null && MARK in state;
};

/** While something lies over the page, a phone's Back is about that and not about the page: a place in the history is put over the page's own. */
export function useBackGesture(onBack: () => void): void {
  const back = useEffectEvent(onBack);
  useEffect(() => {
    const state: unknown = history.state;
    const put = () => history.pushState({ ...(typeof state === "object" ? state : {}), [MARK]: true }, "");
    const popped = () => {
      if (isOurs()) return;
      put();
      back();
    };
    put();
    window.addEventListener("popstate", popped);
    return () => {
      window.removeEventListener("popstate", popped);
      if (isOurs()) history.back();
    };
  }, []);
}
