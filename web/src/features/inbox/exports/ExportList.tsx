import "@mantine/core/styles/Progress.layer.css";
import { Alert, Button, Progress, VisuallyHidden } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useCancelEnquiryExportMutation, useRemoveEnquiryExportMutation } from "@/api/generated";
import { IconAlertCircle, IconCircleCheck, IconDownload, IconHourglass, IconX } from "@/ui/icons";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { useSaveList } from "@/ui/useSaveList";
import classes from "./exports.module.css";
import { isOpen, useExports, type ExportJob } from "./useExports";

/** Files of long lists: how far they are, and those that are ready. */
export function ExportList() {
  const { t } = useTranslation("staff");
  const items = useExports();
  const message = useMessage();
  const list = useSaveList();
  const [cancel, cancelling] = useCancelEnquiryExportMutation();
  const [remove, removing] = useRemoveEnquiryExportMutation();
  const refused = [cancelling.error, removing.error].find(Boolean);
  const failed = list.failed ?? (refused ? failureOf(refused).messageId : null);
  const newest = items[0];
  return (
    <>
      {/* Always there, so that what becomes of a file is a change that screen readers announce; numbers that move are for whoever looks. */}
      <VisuallyHidden role="status">{newest && t(`exports.state.${STATES[newest.state]}`)}</VisuallyHidden>
      {failed && (
        <Alert role="alert" color="red" mx={{ base: 12, sm: 32 }} icon={<IconAlertCircle stroke={1.5} />}>
          {message(failed)}
        </Alert>
      )}
      {items.length > 0 && (
        <ul className={classes.list} aria-label={t("exports.label")}>
          {items.map((item) => (
            <li key={item.id} className={classes.item} data-state={item.state}>
              <ExportOutcome item={item} />
              <span className={classes.actions}>
                {item.state === "done" && (
                  <Button
                    size="sm"
                    loading={list.busy}
                    leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
                    onClick={() => list.save({ path: `/v1/oa/enquiries/exports/${encodeURIComponent(item.id)}/file`, name: item.name })}
                  >
                    {t("exports.download")}
                  </Button>
                )}
                {isOpen(item) ? (
                  <Button size="sm" variant="default" loading={cancelling.isLoading} onClick={() => void cancel({ id: item.id })}>
                    {t("exports.cancel")}
                  </Button>
                ) : (
                  <Button size="sm" variant="subtle" color="gray" loading={removing.isLoading} onClick={() => void remove({ id: item.id })}>
                    {t(item.state === "done" ? "exports.remove" : "exports.dismiss")}
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {list.dialog}
    </>
  );
}

const ICONS = { waiting: IconHourglass, running: IconHourglass, done: IconCircleCheck, failed: IconAlertCircle, cancelled: IconX } as const;
const STATES = { waiting: "open", running: "open", done: "done", failed: "failed", cancelled: "cancelled" } as const;

/** What became of it. */
function ExportOutcome({ item }: { item: ExportJob }) {
  const { t } = useTranslation("staff");
  const format = useFormat();
  const message = useMessage();
  const Icon = ICONS[item.state];
  const [done, total] = [format.number(item.done), format.number(item.total)];
  const share = item.total > 0 ? Math.floor((item.done / item.total) * 100) : 0;
  const finishing = item.state === "running" && item.done === item.total;
  return (
    <>
      <Icon className={classes.icon} size={20} stroke={1.5} aria-hidden />
      <div className={classes.outcome}>
        <strong>{t(`exports.state.${STATES[item.state]}`)}</strong>{" "}
        {isOpen(item) && (
          <>
            <span className={classes.quiet}>{finishing ? t("exports.finishing") : t("exports.progress", { done, total })}</span>
            <Progress.Root className={classes.bar} size="sm">
              <Progress.Section value={share} striped={finishing} animated={finishing} aria-label={t("exports.state.open")} />
            </Progress.Root>
          </>
        )}
        {item.state === "done" && (
          <span className={classes.quiet}>
            <bdi>{item.name}</bdi> · {t("inbox.total", { count: item.total, shown: total })} · {format.bytes(item.bytes ?? 0)}
            {item.expires_at && <> · {t("exports.until", { at: format.instant(item.expires_at) })}</>}
          </span>
        )}
        {item.state === "failed" && <span className={classes.quiet}>{item.fault && !TECHNICAL.has(item.fault) ? message(item.fault) : t("exports.again")}</span>}
        {item.state === "cancelled" && <span className={classes.quiet}>{t("exports.cancelled")}</span>}
      </div>
    </>
  );
}

/** Trouble of the server's own: nothing of it helps whoever waits but to ask again. */
const TECHNICAL: ReadonlySet<string> = new Set(["R007", "R008", "R999"]);
