import { useTranslation } from "react-i18next";
import type { EnquiryState } from "@/api/types";
import { useInstitution } from "@/ui/useInstitution";
import classes from "./family.module.css";

/** Where what was sent stands, as a school would tell a mother on the phone; an application in the words that the server has for it. */
export function StateMark({ state, words }: { state: EnquiryState; words?: string }) {
  const { t } = useTranslation("family");
  const context = useInstitution();
  const ownWords = state === "applying" || state === "lost" ? t(`family.state.${state}`) : t(`family.state.${state}`, { context });
  return (
    <span className={classes.state} data-state={state}>
      {words || ownWords}
    </span>
  );
}
