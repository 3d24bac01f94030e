import "@mantine/core/styles/Progress.layer.css";
import { Progress } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { isolateOwn } from "@/i18n/isolate";
import { IconAlertCircle, IconCircleCheck, IconHourglass, IconX } from "@/ui/icons";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import classes from "../../bulk/moves.module.css";
import { isOpen, type LetterJob } from "./bulkCalls";

const ICONS = { waiting: IconHourglass, running: IconHourglass, done: IconCircleCheck, failed: IconAlertCircle, cancelled: IconX } as const;
export const STATES = { waiting: "open", running: "open", done: "done", failed: "failed", cancelled: "cancelled" } as const;

/** What a job does with which letter, how far it is, and what became of them. */
export function LetterOutcome({ job, of }: { job: LetterJob; of: LetterJob | undefined }) {
  const { t } = useTranslation("letters");
  const format = useFormat();
  const bilingual = useBilingual();
  const message = useMessage();
  const Icon = ICONS[job.state];
  const title = (job.action === "issue" ? job : of)?.title;
  const share = job.total > 0 ? Math.floor((job.done / job.total) * 100) : 0;
  const n = (count: number) => ({ n: format.number(count) });
  const numbers = [
    ...(job.action === "issue" ? [t("bulk.count.issued", n(job.issued)), t("bulk.count.sent", n(job.sent)), t("bulk.count.opened", n(job.opened))] : []),
    ...(job.ended > 0 ? [t("bulk.count.ended", n(job.ended))] : []),
    ...(job.withdrawn > 0 || job.action === "withdraw" ? [t("bulk.count.withdrawn", n(job.withdrawn))] : []),
    ...(job.action === "post" ? [t("bulk.count.posted", n(job.posted))] : []),
    ...(job.refused > 0 ? [t(`bulk.count.refused.${job.action}`, n(job.refused))] : []),
  ];
  return (
    <>
      <Icon className={classes.icon} size={20} stroke={1.5} aria-hidden />
      <div className={classes.outcome}>
        <strong>{title ? t(`bulk.job.${job.action}.of`, { title: isolateOwn(bilingual(title)) }) : t(`bulk.job.${job.action}`)}</strong>{" "}
        {isOpen(job) ? (
          <>
            <span className={classes.quiet}>{t("bulk.progress", { done: format.number(job.done), total: format.number(job.total) })}</span>
            <Progress.Root className={classes.bar} size="sm">
              <Progress.Section value={share} aria-label={t("bulk.state.open")} />
            </Progress.Root>
          </>
        ) : (
          <span className={classes.quiet}>
            {t(`bulk.state.${STATES[job.state]}`)} {numbers.join(" · ")}
            {job.state === "failed" && <> {message(job.fault ?? "R999")}</>}
          </span>
        )}
      </div>
    </>
  );
}
