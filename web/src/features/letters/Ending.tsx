import { useEffect, useRef, type ComponentProps } from "react";
import { StateScreen } from "@/ui/StateScreen";
import classes from "./letter.module.css";

interface Props extends ComponentProps<typeof StateScreen> {
  /** It came about on this page, just now: then it comes into sight, and the keyboard with it. */
  isNew: boolean;
}

/** What became of a letter. */
export function Ending({ isNew, ...screen }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isNew) return;
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: "center" });
  }, [isNew]);
  return (
    <div ref={place} tabIndex={-1} className={classes.ending}>
      <StateScreen {...screen} />
    </div>
  );
}
