import { useTranslation } from "react-i18next";
import type { ApplicationStanding } from "@/api/applications";
import { useFormat } from "@/ui/useFormat";
import classes from "./decision.module.css";

const ACTIONS = ["proposed", "approved", "returned", "withdrawn", "ended"] as const;
type Action = (typeof ACTIONS)[number];

const isAction = (action: string): action is Action => ACTIONS.some((each) => each === action);

/** Who proposed, approved and sent back what, the newest first, for those who may know. */
export function ProposalHistory({ entries }: { entries: ApplicationStanding["proposals"] }) {
  const { t } = useTranslation("decisions");
  const format = useFormat();
  if (entries.length === 0) return null;
  return (
    <details className={classes.history}>
      <summary>{t("proposal.history")}</summary>
      <ol>
        {entries.toReversed().map(({ action, at, by, reason_text: text }) => (
          <li key={`${at} ${action} ${by}`}>
            {isAction(action) && t(`proposal.action.${action}`)} · <bdi>{by}</bdi> · <time dateTime={at}>{format.instant(at)}</time>
            {text && <bdi className={classes.reason}>{text}</bdi>}
          </li>
        ))}
      </ol>
    </details>
  );
}
