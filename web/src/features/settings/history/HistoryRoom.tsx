import { Button, Radio, Skeleton } from "@mantine/core";
import "@mantine/core/styles/Radio.layer.css";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { IconAlertTriangle, IconHistory } from "@/ui/icons";
import { ListEnd } from "@/ui/list/ListEnd";
import { useListPages } from "@/ui/list/useListPages";
import { StateScreen } from "@/ui/StateScreen";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { useRestoreRevisionMutation, useRevisionPagesInfiniteQuery } from "../desk/api";
import { IconArrowsDiff } from "../desk/icons";
import { RoomHead } from "../desk/RoomHead";
import { toast } from "../desk/toast";
import type { Revision } from "../desk/types";
import { useDesk } from "../desk/useDesk";
import { CompareDialog } from "./CompareDialog";
import classes from "./history.module.css";

/** Everything that was ever published: by whom, when, why; any two compared; any one brought back. */
export function HistoryRoom() {
  const { t } = useTranslation(["settingsRooms", "settingsDesk"]);
  const format = useFormat();
  const message = useMessage();
  const desk = useDesk();
  const list = useRevisionPagesInfiniteQuery();
  const [bringBack, bringing] = useRestoreRevisionMutation();
  const [pair, setPair] = useState<{ from: string | null; to: string | null }>({ from: null, to: null });
  const [compared, setCompared] = useState<{ from: string; to: string } | null>(null);
  const [wanted, setWanted] = useState<Revision | null>(null);
  const { rows: revisions, more } = useListPages(list);
  const canEdit = desk.canEdit({ file: "school.yaml", pointer: "/name" });
  const from = pair.from ?? (revisions[0] ? String(revisions[0].seq) : null);
  const to = pair.to ?? "draft";

  const restore = async (revision: Revision) => {
    await desk.flush();
    const answer = await bringBack({ seq: revision.seq, draftVersionRequest: { version: desk.draft.version } });
    if (!answer.data) return;
    desk.forget();
    setWanted(null);
    toast({ text: t("history.restored", { n: revision.seq }) });
  };

  if (list.error && revisions.length === 0) {
    return (
      <StateScreen
        role="alert"
        order={1}
        icon={<IconAlertTriangle size={28} stroke={1.5} />}
        title={t("history.failed")}
        text={message(failureOf(list.error).messageId)}
        action={<Button onClick={() => void list.refetch()}>{t("settingsDesk:retry")}</Button>}
      />
    );
  }
  return (
    <>
      <RoomHead title={t("history.title")} lead={t("history.lead")}>
        {revisions.length > 0 && (
          <Button variant="default" disabled={!from || from === to} leftSection={<IconArrowsDiff size={18} stroke={1.5} aria-hidden />} onClick={() => from && setCompared({ from, to })}>
            {t("history.compare")}
          </Button>
        )}
      </RoomHead>
      {list.isLoading && <Skeleton height={200} radius="md" role="progressbar" aria-label={t("settingsDesk:loading")} />}
      {!list.isLoading && revisions.length === 0 && (
        <StateScreen icon={<IconHistory size={28} stroke={1.5} />} title={t("history.empty")} text={t("history.empty.text")} />
      )}
      {revisions.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t("history.from")}</th>
              <th scope="col">{t("history.to")}</th>
              <th scope="col">{t("history.what")}</th>
              <th scope="col">
                <span className="unseen">{t("history.acts")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td />
              <td className={classes.pick}>
                <Radio name="to" aria-label={t("history.pickTo", { what: t("history.draft") })} checked={to === "draft"} onChange={() => setPair({ ...pair, to: "draft" })} />
              </td>
              <td colSpan={2}>
                <strong>{t("history.draft")}</strong>
                <span className={classes.meta}>{desk.edits.length === 0 ? t("settingsDesk:bar.nothing") : t("settingsDesk:bar.changes", { count: desk.edits.length })}</span>
              </td>
            </tr>
            {revisions.map((revision, index) => {
              const seq = String(revision.seq);
              const what = t("history.revision", { n: revision.seq });
              const before = revisions[index + 1];
              return (
                <tr key={seq} data-live={index === 0 || undefined}>
                  <td className={classes.pick}>
                    <Radio name="from" aria-label={t("history.pickFrom", { what })} checked={from === seq} onChange={() => setPair({ ...pair, from: seq })} />
                  </td>
                  <td className={classes.pick}>
                    <Radio name="to" aria-label={t("history.pickTo", { what })} checked={to === seq} onChange={() => setPair({ ...pair, to: seq })} />
                  </td>
                  <td>
                    <span className={classes.line}>
                      <strong>{what}</strong>
                      {index === 0 && <span className={classes.live}>{t("history.live")}</span>}
                      <span className={classes.kind}>{t(`history.kind.${revision.kind}`)}</span>
                    </span>
                    {revision.note && <bdi className={classes.note}>{revision.note}</bdi>}
                    <span className={classes.meta}>
                      {revision.by ? <bdi>{revision.by.name}</bdi> : t("history.operators")} · <time dateTime={revision.at}>{format.instant(revision.at)}</time> · {t("settingsDesk:bar.changes", { count: revision.changes })}
                    </span>
                  </td>
                  <td className={classes.acts}>
                    <Button size="compact-sm" variant="subtle" aria-label={t("history.showOf", { what })} onClick={() => setCompared({ from: before ? String(before.seq) : "base", to: seq })}>
                      {t("history.show")}
                    </Button>
                    {canEdit && index > 0 && (
                      <Button size="compact-sm" variant="subtle" aria-label={t("history.bringOf", { what })} onClick={() => setWanted(revision)}>
                        {t("history.bring")}
                      </Button>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {revisions.length > 0 && <ListEnd shown={revisions.length} more={more} words={{ more: t("history.earlier") }} />}
      {compared && <CompareDialog {...compared} onClose={() => setCompared(null)} />}
      <ConfirmDialog
        opened={wanted !== null}
        onClose={() => setWanted(null)}
        title={t("history.bring.title", { n: wanted?.seq ?? 0 })}
        text={desk.edits.length > 0 ? t("history.bring.over", { count: desk.edits.length }) : t("history.bring.text")}
        confirm={t("history.bring.confirm")}
        busy={bringing.isLoading}
        error={bringing.error ? message(failureOf(bringing.error).messageId) : null}
        onConfirm={() => wanted && void restore(wanted)}
      />
    </>
  );
}
