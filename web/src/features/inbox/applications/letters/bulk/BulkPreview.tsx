import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { isolateOwn } from "@/i18n/isolate";
import { IconDownload } from "@/ui/icons";
import { useFormat } from "@/ui/useFormat";
import { usePersonName } from "@/ui/usePersonName";
import classes from "../../bulk/moves.module.css";
import { previewOf, useSaveMadeMutation, type Wanted } from "../calls";
import { useWhyNot } from "../useWhyNot";
import type { BulkPreviewAnswer, LetterChild } from "./bulkCalls";
import own from "./letterJobs.module.css";
import { useBulkWhy } from "./useBulkWhy";

/** Who would get the letter, how it looks for some of them, and why the others get none. */
export function BulkPreview({ preview, wanted }: { preview: BulkPreviewAnswer; wanted: Wanted }) {
  const { t } = useTranslation(["letters", "staff"]);
  const format = useFormat();
  const person = usePersonName();
  const why = useBulkWhy();
  const whyNot = useWhyNot();
  const [save, saving] = useSaveMadeMutation();
  const place = useRef<HTMLElement>(null);
  // What was asked for stands here now: whoever asked is read it.
  useEffect(() => {
    if (preview.total >= 0) place.current?.focus();
  }, [preview]);
  const named = ({ student_name, student_name_ar }: LetterChild) => person({ person: student_name, person_ar: student_name_ar }) || t("staff:row.noName");
  const wrong = whyNot(saving.error);
  return (
    <section ref={place} tabIndex={-1} className={classes.preview} aria-label={t("bulk.preview")}>
      <ul className={classes.numbers}>
        <li>{t("bulk.preview.sends", { n: format.number(preview.will_send) })}</li>
        {preview.closed > 0 && <li>{t("bulk.preview.closed", { n: format.number(preview.closed) })}</li>}
        {preview.total > preview.will_send && <li>{t("bulk.preview.stays", { n: format.number(preview.total - preview.will_send) })}</li>}
        {preview.unmailed > 0 && <li>{t("bulk.preview.unmailed", { n: format.number(preview.unmailed) })}</li>}
      </ul>
      {preview.samples.length > 0 && (
        <>
          <h3 className={classes.heading}>{t("bulk.preview.papers")}</h3>
          <div className={own.papers}>
            {preview.samples.map((child) => (
              <Button key={child.id} size="compact-sm" variant="default" leftSection={<IconDownload size={14} aria-hidden />} disabled={saving.isLoading} onClick={() => void save(previewOf(child.id, wanted))}>
                <bdi>{named(child)}</bdi>
              </Button>
            ))}
          </div>
          {wrong && <p role="alert">{wrong}</p>}
        </>
      )}
      {preview.refused.length > 0 && (
        <>
          <h3 className={classes.heading}>{t("bulk.preview.why")}</h3>
          <ul className={classes.whys}>
            {preview.refused.map((group) => (
              <li key={`${group.message_id} ${group.guard ?? ""} ${group.detail ?? ""}`}>
                {t("bulk.preview.group", { why: why(group), n: format.number(group.count) })}{" "}
                {group.examples.length > 0 && (
                  <span className={classes.quiet}>
                    {group.examples.map((child) => (
                      <span key={child.id} className={classes.example}>
                        <bdi>{named(child)}</bdi>
                      </span>
                    ))}
                    {group.count > group.examples.length && <span>{t("bulk.preview.more", { n: isolateOwn(format.number(group.count - group.examples.length)) })}</span>}
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
