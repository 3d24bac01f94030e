import { useTranslation } from "react-i18next";
import { IconCircle, IconCircleCheck, IconHistory, IconHourglass, IconRotateClockwise, IconX } from "../icons";
import type { ConsentState } from "./consents";
import classes from "./consents.module.css";

const ICONS = { accepted: IconCircleCheck, older: IconHistory, refused: IconX, withdrawn: IconRotateClockwise, asked: IconHourglass, never: IconCircle } as const satisfies Record<ConsentState, typeof IconX>;

/** How a consent stands, in words with a mark. */
export function ConsentMark({ state }: { state: ConsentState }) {
  const { t } = useTranslation("letterConsents");
  const Icon = ICONS[state];
  return (
    <span className={classes.mark} data-state={state}>
      <Icon size={16} stroke={1.5} aria-hidden />
      {t(`state.${state}`)}
    </span>
  );
}
