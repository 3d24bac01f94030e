import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ApplicationStanding } from "@/api/applications";
import type { Failure } from "@/api/envelope";
import { isStanding, type Standing } from "@/api/standing";
import type { Bilingual } from "@/api/types";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useStandingName } from "@/ui/useStatusName";
import classes from "./applications.module.css";

const apart = (name: string) => `\u2068${name}\u2069`;

interface Props {
  failure: Failure;
  application: ApplicationStanding;
  waives: boolean;
  onWaive: () => void;
  /** Says that it is another child than the student whom it looks like; absent once that is said. */
  onOverride?: (() => void) | undefined;
  onInstead: (to: Standing) => void;
}

/** What a refusal says beside its words, and what can be done. */
export function MoveRefused({ failure, application, waives, onWaive, onOverride, onInstead }: Props) {
  const { t } = useTranslation("applications");
  const bilingual = useBilingual();
  const format = useFormat();
  const name = useStandingName();
  const body = (failure.body ?? {}) as { allowed?: string[]; guard?: string; missing?: Bilingual[]; places?: number; taken?: number; over_offer?: number; student?: { admission_number: string; may_override: boolean } };
  if (failure.messageId === "A012") {
    if (body.guard === "identity_unique") {
      return (
        <div className={classes.refused}>
          <p>{body.student ? t(body.student.may_override ? "refused.alike" : "refused.same", { number: apart(body.student.admission_number) }) : t("refused.enrolled")}</p>
          {body.student?.may_override && onOverride && (
            <Button variant="default" onClick={onOverride}>
              {t("refused.override")}
            </Button>
          )}
        </div>
      );
    }
    const allowed = (body.allowed ?? []).filter(isStanding);
    return (
      <div className={classes.refused}>
        <p>{t(allowed.length > 0 ? "refused.goes" : "refused.nowhere")}</p>
        {allowed.length > 0 && (
          <ul>
            {allowed.map((standing) => (
              <li key={standing}>{name(standing)}</li>
            ))}
          </ul>
        )}
      </div>
    );
  }
  if (failure.messageId === "A014") {
    const { places = 0, taken = 0, over_offer: over = 0 } = body;
    const waits = application.allowed.some(({ to }) => to === "W/waitlist");
    return (
      <div className={classes.refused}>
        <p>{t(over > 0 ? "refused.full.over" : "refused.full", { places: format.number(places), taken: format.number(taken), over: format.number(over) })}</p>
        {waits && (
          <Button variant="default" onClick={() => onInstead("W/waitlist")}>
            {t("refused.waitlist")}
          </Button>
        )}
      </div>
    );
  }
  if (failure.messageId === "A015") {
    return (
      <div className={classes.refused}>
        <p>{t("refused.missing")}</p>
        <ul>
          {(body.missing ?? []).map((paper) => (
            <li key={`${paper.en} ${paper.ar}`}>{bilingual(paper)}</li>
          ))}
        </ul>
        {!waives && (
          <Button variant="default" onClick={onWaive}>
            {t("refused.waive")}
          </Button>
        )}
      </div>
    );
  }
  return null;
}
