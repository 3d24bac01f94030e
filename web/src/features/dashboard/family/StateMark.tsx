import { useTranslation } from "react-i18next";
import type { EnquiryState } from "@/api/types";
import { useInstitution } from "@/ui/useInstitution";
import classes from "./family.module.css";

/** Where an application stands, as a school would tell a mother on the phone. */
export function StateMark({ state }: { state: EnquiryState }) {
  const { t } = useTranslation("family");
  const context = useInstitution();
  return (
    <span className={classes.state} data-state={state}>
      {state === "applying" || state === "lost" ? t(`family.state.${state}`) : t(`family.state.${state}`, { context })}
    </span>
  );
}
