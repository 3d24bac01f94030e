import { useTranslation } from "react-i18next";
import type { EnquiryState } from "@/api/types";
import classes from "./StateDot.module.css";

/** A state as a dot and its word: never by colour alone. */
export function StateDot({ state }: { state: EnquiryState }) {
  const { t } = useTranslation();
  return (
    <span className={classes.state} data-state={state}>
      {t(`state.${state}`)}
    </span>
  );
}
