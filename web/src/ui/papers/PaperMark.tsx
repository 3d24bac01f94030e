import type { ReactNode } from "react";
import type { PaperState } from "@/api/generatedTypes";
import { IconAlertCircle, IconAlertTriangle, IconCheck, IconCircleCheck, IconClock, IconHourglass, IconInbox, IconX } from "@/ui/icons";
import classes from "./PaperMark.module.css";

const ICONS: Readonly<Record<PaperState, typeof IconClock>> = {
  missing: IconAlertCircle,
  scanning: IconHourglass,
  infected: IconAlertTriangle,
  received: IconInbox,
  accepted: IconCircleCheck,
  expired: IconClock,
  refused: IconX,
  waived: IconCheck,
};

/** How a paper stands: its word, with a sign and a colour of its own. */
export function PaperMark({ state, quiet = false, children }: { state: PaperState; quiet?: boolean; children: ReactNode }) {
  const Icon = ICONS[state];
  return (
    <span className={classes.mark} data-state={quiet ? "quiet" : state}>
      <Icon size={18} stroke={1.75} aria-hidden />
      {children}
    </span>
  );
}
