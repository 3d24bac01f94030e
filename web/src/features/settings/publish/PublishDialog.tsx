import { Alert, Button, Group, Skeleton, Stack, Text, Textarea } from "@mantine/core";
import "@mantine/core/styles/Skeleton.layer.css";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { Dialog } from "@/ui/Dialog";
import { IconAlertCircle, IconCircleCheck } from "@/ui/icons";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { isProofAsked, useConfirmed } from "@/ui/useConfirmed";
import { useCheckDraftQuery, usePublishSettingsMutation } from "../desk/api";
import { toast } from "../desk/toast";
import type { Diagnostic } from "../desk/types";
import { useDesk } from "../desk/useDesk";
import { ChangeList, DiffFold } from "./ChangeList";
import { ProblemList } from "./ProblemList";
import classes from "./publish.module.css";
import { useTakeBack } from "./useTakeBack";
import { Waiting } from "./Waiting";
import { When, type Moment } from "./When";

/** Before anything goes live: what changes in words, what is wrong with it, why, and when. */
export function PublishDialog({ onClose }: { onClose: () => void }) {
  // The date field's words come along, so that choosing a day hides nothing while they load.
  const { t } = useTranslation(["settingsDesk", "forms"]);
  const message = useMessage();
  const format = useFormat();
  const desk = useDesk();
  const takeBack = useTakeBack();
  const [publish, publishing] = usePublishSettingsMutation();
  const { confirmed, asking, dialog } = useConfirmed("publish");
  const cancelling = useConfirmed("cancel");
  const [note, setNote] = useState("");
  const [moment, setMoment] = useState<Moment>({ kind: "now" });
  const { state, flush } = desk;
  // What is checked is the draft as the server has it, so everything has to be there first.
  useEffect(() => {
    if (state !== "saved") void flush();
  }, [state, flush]);
  const checked = useCheckDraftQuery(desk.draft.version, { skip: state !== "saved" || !desk.isReady, refetchOnMountOrArgChange: true });
  const refusal = publishing.error && !isProofAsked(publishing.error) ? failureOf(publishing.error) : null;
  const problems = (refusal?.body as { problems?: Diagnostic[] } | undefined)?.problems ?? checked.data?.problems ?? [];
  const errors = problems.filter(({ severity }) => severity === "error");
  const changes = checked.data?.changes ?? [];
  const ready = checked.data !== undefined && !checked.isFetching && errors.length === 0 && changes.length > 0 && (moment.kind === "now" || moment.at !== null);

  const send = async () => {
    const before = desk.published?.seq ?? null;
    const at = moment.kind === "date" && moment.at ? moment.at : undefined;
    const answer = await confirmed(() => publish({ publishSettingsRequest: { version: desk.draft.version, note: note.trim(), ...(at ? { at } : {}) } }));
    if (!answer.data) {
      if (failureOf(answer.error).messageId === "S002") void desk.refetch();
      return;
    }
    desk.forget();
    onClose();
    if (answer.data.schedule) toast({ text: t("publish.scheduled", { when: format.instant(answer.data.schedule.at) }) });
    else {
      takeBack.showLive();
      toast({
        text: t("publish.done"),
        ...(before === null ? {} : { action: { label: t("publish.undo"), run: () => void takeBack.to(before) } }),
      });
    }
  };

  return (
    <>
      <Dialog onClose={onClose} title={t("publish.title")} size={820} closeOnOutside={false} covered={asking || cancelling.asking}>
        <Stack gap="lg">
          {desk.schedules.map((schedule) => (
            <Waiting key={schedule.id} schedule={schedule} confirmed={cancelling.confirmed} onGo={onClose} />
          ))}
          {refusal && (
            <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
              {message(refusal.messageId)}
            </Alert>
          )}
          {state !== "saved" && state !== "saving" && (
            <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
              {t("publish.unsaved")}
            </Alert>
          )}
          {checked.error && (
            <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
              {message(failureOf(checked.error).messageId)}
            </Alert>
          )}
          {!checked.data && !checked.error && <Skeleton height={140} role="progressbar" aria-label={t("loading")} />}
          {checked.data && (
            <>
              <Problems problems={problems} onGo={onClose} />
              {changes.length === 0 ? <Text>{t("publish.same")}</Text> : <ChangeList changes={changes} isDraft />}
              <DiffFold diff={checked.data.diff} />
            </>
          )}
          {changes.length > 0 && (
            <>
              <Textarea label={t("publish.note")} description={t("publish.note.help")} value={note} onChange={(event) => setNote(event.currentTarget.value)} maxLength={500} autosize minRows={2} />
              <When value={moment} onChange={setMoment} />
            </>
          )}
          <p className={classes.promise}>{t("publish.promise")}</p>
          <Group justify="flex-end" gap="sm" className={classes.foot}>
            <Button variant="default" onClick={onClose}>
              {t("publish.cancel")}
            </Button>
            <Button disabled={!ready} loading={publishing.isLoading && !asking} onClick={() => void send()}>
              {moment.kind === "now" ? t("publish.now") : t("publish.onDate")}
            </Button>
          </Group>
        </Stack>
      </Dialog>
      {dialog}
      {cancelling.dialog}
    </>
  );
}

/** What is wrong, each with the way to where it is mended. */
function Problems({ problems, onGo }: { problems: readonly Diagnostic[]; onGo: () => void }) {
  const { t } = useTranslation("settingsDesk");
  if (problems.length === 0) {
    return (
      <p className={classes.good}>
        <IconCircleCheck size={20} stroke={1.5} aria-hidden />
        {t("publish.checked")}
      </p>
    );
  }
  const errors = problems.filter(({ severity }) => severity === "error");
  return (
    <Alert role={errors.length > 0 ? "alert" : "status"} color={errors.length > 0 ? "red" : "amber"} icon={<IconAlertCircle stroke={1.5} />} title={errors.length > 0 ? t("publish.errors", { count: errors.length }) : t("publish.warnings", { count: problems.length })}>
      <ProblemList problems={problems} onGo={onGo} />
    </Alert>
  );
}
