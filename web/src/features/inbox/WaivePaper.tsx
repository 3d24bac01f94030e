import { Alert, Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import type { PaperView } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { useWaivePaperMutation } from "@/api/papers";
import { useLanguage } from "@/i18n/useLanguage";
import record from "@/ui/record/record.module.css";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import classes from "./papers.module.css";
import { ReasonDialog } from "./ReasonDialog";
import { isOpen } from "./usePapers";

/** Without which document the school does, who said so and why; and how that is said, or undone. */
export function WaivePaper({ enquiry, paper }: { enquiry: string; paper: PaperView }) {
  const { t } = useTranslation("documents");
  const { language } = useLanguage();
  const format = useFormat();
  const message = useMessage();
  const waives = useAppSelector((state) => may(state.auth.user?.authority, "application.edit"));
  const [waive, waiving] = useWaivePaperMutation();
  const [asking, setAsking] = useState(false);
  const { field, waiver } = paper;
  const name = paper.label[language];
  const error = waiving.error ? message(failureOf(waiving.error).messageId) : null;
  const say = async (reason: string) => {
    if (!field) return;
    const answer = await waive({ id: enquiry, waivePaperRequest: { field, reason } });
    if (!answer.error) setAsking(false);
  };
  const want = () => field && void waive({ id: enquiry, waivePaperRequest: { field, is_waived: false } });
  return (
    <>
      {waiver && (
        <p className={record.quiet}>
          {t("waived.by", { who: `\u2068${waiver.by}\u2069`, date: `\u2068${format.day(waiver.at)}\u2069` })}
          <bdi className={classes.why}>{waiver.reason}</bdi>
        </p>
      )}
      {error && !asking && (
        <Alert role="alert" color="red">
          {error}
        </Alert>
      )}
      {waives && waiver && (
        <Button size="compact-sm" variant="subtle" loading={waiving.isLoading} aria-label={t("want.of", { name })} onClick={want}>
          {t("want")}
        </Button>
      )}
      {waives && !waiver && field && paper.wanted && isOpen(paper) && (
        <Button size="compact-sm" variant="subtle" aria-label={t("waive.of", { name })} onClick={() => setAsking(true)}>
          {t("waive")}
        </Button>
      )}
      {asking && (
        <ReasonDialog title={t("waive.title", { name: `\u2068${name}\u2069` })} text={t("waive.text")} confirm={t("waive.confirm")} busy={waiving.isLoading} error={error} onSend={(reason) => void say(reason)} onClose={() => setAsking(false)} />
      )}
    </>
  );
}
