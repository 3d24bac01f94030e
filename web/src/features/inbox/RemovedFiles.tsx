import { Alert, Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import type { RemovedFileView } from "@/api/generated";
import { useRestoreStudentItemMutation } from "@/api/papers";
import { useLanguage } from "@/i18n/useLanguage";
import record from "@/ui/record/record.module.css";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import classes from "./papers.module.css";

/** Files that were removed: who did, why, and until when they can be brought back. */
export function RemovedFiles({ enquiry, removed }: { enquiry: string; removed: readonly RemovedFileView[] }) {
  const { t } = useTranslation("documents");
  const { language } = useLanguage();
  const format = useFormat();
  const message = useMessage();
  const [restore, restoring] = useRestoreStudentItemMutation();
  if (removed.length === 0) return null;
  const under = restoring.originalArgs?.restoreStudentItemRequest.doc_id;
  return (
    <details className={classes.removed}>
      <summary>{t("removed", { count: removed.length })}</summary>
      {restoring.error && (
        <Alert role="alert" color="red">
          {message(failureOf(restoring.error).messageId)}
        </Alert>
      )}
      <ul className={classes.papers}>
        {removed.map((one) => (
          <li key={one.file} className={classes.paper}>
            <span className={classes.label}>
              {one.label[language]} · <bdi>{one.name}</bdi>
            </span>
            <p className={record.quiet}>
              {one.removed_by ? t("removed.by", { who: `\u2068${one.removed_by}\u2069`, date: `\u2068${format.day(one.removed_at)}\u2069` }) : t("removed.byFamily", { date: `\u2068${format.day(one.removed_at)}\u2069` })}
              {one.removed_by && <bdi className={classes.why}>{one.reason || t("removed.replaced")}</bdi>}
              <span className={classes.why}>{t("removed.until", { date: `\u2068${format.day(one.until)}\u2069` })}</span>
            </p>
            <Button
              size="compact-sm"
              variant="default"
              loading={restoring.isLoading && under === one.file}
              aria-label={t("restore.of", { name: one.name })}
              onClick={() => void restore({ restoreStudentItemRequest: { admission_id: enquiry, doc_id: one.file } })}
            >
              {t("restore")}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
