import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { PreviewMovesApiResponse } from "@/api/generatedTypes";
import { isolateOwn } from "@/i18n/isolate";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { usePersonName } from "@/ui/usePersonName";
import classes from "./moves.module.css";
import { useWhyNot } from "./useWhyNot";

interface Props {
  preview: PreviewMovesApiResponse;
  /** Whether families would be written to. */
  told: boolean;
  /** Whether a reason was given, where it lets applications go on without their documents. */
  wants?: "reason" | "reasoned" | null;
  /** Why none of it could be undone; null where it could. */
  final?: "offer" | "none" | null;
  /** Shortlists them in its place, where an offer has to wait for that. */
  onShortlist?: (() => void) | undefined;
}

/** What would happen: how many are moved, how many not and why, and where places are too few. */
export function MovePreview({ preview, told, wants = null, final = null, onShortlist }: Props) {
  const { t } = useTranslation("moves");
  const format = useFormat();
  const bilingual = useBilingual();
  const person = usePersonName();
  const whyNot = useWhyNot();
  const place = useRef<HTMLElement>(null);
  // What was asked for stands here now: whoever asked is read it.
  useEffect(() => {
    if (preview.total >= 0) place.current?.focus();
  }, [preview]);
  const stays = preview.total - preview.will_move;
  return (
    <section ref={place} tabIndex={-1} className={classes.preview} aria-label={t("preview")}>
      <ul className={classes.numbers}>
        <li>{t("preview.moves", { n: format.number(preview.will_move) })}</li>
        {preview.will_propose > 0 && <li>{t("preview.proposes", { n: format.number(preview.will_propose) })}</li>}
        <li>{t("preview.stays", { n: format.number(stays) })}</li>
        {(told || preview.notified > 0) && <li>{t("preview.told", { n: format.number(preview.notified) })}</li>}
      </ul>
      {preview.over_seats.map(({ round, bucket, name, free, asked }) => (
        <p key={`${round} ${bucket}`} className={classes.warning}>
          {t("preview.seats", { grade: isolateOwn(bilingual(name)), free: format.number(free), asked: format.number(asked) })}
        </p>
      ))}
      {preview.open_conditions > 0 && <p className={classes.warning}>{t("preview.conditions", { n: format.number(preview.open_conditions) })}</p>}
      {preview.withdrawn > 0 && <p className={classes.warning}>{t("preview.revokes", { n: format.number(preview.withdrawn) })}</p>}
      {wants === "reasoned" && preview.will_move > 0 && <p className={classes.quiet}>{t("preview.documents.reasoned")}</p>}
      {wants === "reason" && preview.refused.some(({ message_id }) => message_id === "A015") && <p className={classes.quiet}>{t("preview.documents.reason")}</p>}
      {final && preview.will_move > preview.will_propose && <p className={classes.quiet}>{t(final === "offer" ? "preview.noUndo.offer" : "preview.noUndo")}</p>}
      {preview.refused.length > 0 && (
        <>
          {preview.will_move === 0 && <p>{t("preview.none")}</p>}
          <h3 className={classes.heading}>{t(preview.will_move === 0 ? "preview.why.all" : "preview.why")}</h3>
          <ul className={classes.whys}>
            {preview.refused.map(({ message_id, guard, count, examples }) => (
              <li key={`${message_id} ${guard ?? ""}`}>
                {t("preview.group", { why: whyNot(message_id, guard), n: format.number(count) })}{" "}
                {guard === "school_allows_direct_offer" && onShortlist && (
                  <Button size="compact-sm" variant="default" onClick={onShortlist}>
                    {t("preview.shortlist")}
                  </Button>
                )}
                {examples.length > 0 && (
                  <span className={classes.quiet}>
                    {examples.map(({ id, registration_id, student_name, student_name_ar }) => (
                      <span key={id} className={classes.example}>
                        <bdi>{person({ person: student_name, person_ar: student_name_ar })}</bdi>{" "}
                        <bdi dir="ltr" className="tabular">
                          {registration_id}
                        </bdi>
                      </span>
                    ))}
                    {count > examples.length && <span>{t("preview.more", { n: format.number(count - examples.length) })}</span>}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
