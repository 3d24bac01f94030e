import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { IconAlertTriangle, IconCircleCheck, IconLock } from "@/ui/icons";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import classes from "./desk.module.css";
import { IconArrowBackUp, IconArrowForwardUp, IconCloudCheck, IconCloudUp, IconRocket } from "./icons";
import { toast } from "./toast";
import { useDesk, useLocal, useLookout } from "./useDesk";
import { useDeskKeys } from "./useDeskKeys";
import { usePlaceWords } from "../publish/words";

const PublishDialog = lazy(async () => ({ default: (await import("../publish/PublishDialog")).PublishDialog }));

/** The thin line on top of the desk: how the draft stands, and what can be done with it as a whole. */
export function DeskBar() {
  const { t } = useTranslation("settingsDesk");
  const format = useFormat();
  const words = usePlaceWords();
  const desk = useDesk();
  useLookout();
  const [asking, setAsking] = useState(false);
  const [publishing, setPublishing] = useState(false);
  const { edits, problems } = desk;
  const count = edits.length;
  // One that failed asks for somebody first.
  const schedule = desk.schedules.find(({ state }) => state === "failed") ?? desk.schedules[0];
  const errors = problems.filter(({ severity }) => severity === "error").length;

  const moved = (step: ReturnType<typeof desk.undo>, key: "bar.undone" | "bar.redone") => {
    if (step) toast({ text: t(key, { what: step.places.length === 1 && step.places[0] ? words.label(step.places[0]) : t("bar.changes", { count: step.places.length }) }) });
  };
  const undo = () => moved(desk.undo(), "bar.undone");
  const redo = () => moved(desk.redo(), "bar.redone");
  useDeskKeys(undo, redo);

  const discard = async () => {
    if (!(await desk.discard())) return;
    setAsking(false);
    toast({ text: t("discard.done"), action: { label: t("bar.undo"), run: () => desk.undo() } });
  };

  return (
    <div className={classes.bar} role="region" aria-label={t("bar.label")}>
      <SaveState />
      <span className={classes.moves}>
        <Tooltip label={t("bar.undo.keys")}>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={t("bar.undo")} aria-keyshortcuts="Control+Z" disabled={!desk.canUndo} onClick={undo}>
            <IconArrowBackUp className="mirror" size={20} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t("bar.redo.keys")}>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={t("bar.redo")} aria-keyshortcuts="Control+Shift+Z" disabled={!desk.canRedo} onClick={redo}>
            <IconArrowForwardUp className="mirror" size={20} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </span>
      <span className={classes.count} data-none={count === 0 || undefined}>
        {count === 0 ? t("bar.nothing") : t("bar.changes", { count })}
        {errors > 0 && (
          <span className={classes.errors}>
            <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
            {t("bar.problems", { count: errors })}
          </span>
        )}
      </span>
      <span className={classes.actions}>
        {schedule && (
          <Button variant="subtle" size="sm" color={schedule.state === "failed" ? "red" : undefined} onClick={() => setPublishing(true)}>
            {t(schedule.state === "failed" ? "schedule.failed" : "bar.scheduled", { when: format.instant(schedule.at) })}
          </Button>
        )}
        {count > 0 && (
          <Button className={classes.discard} variant="subtle" color="gray" size="sm" onClick={() => setAsking(true)}>
            {t("bar.discard")}
          </Button>
        )}
        {desk.canPublish && (
          <Button size="sm" leftSection={<IconRocket size={18} stroke={1.5} aria-hidden />} disabled={count === 0} onClick={() => setPublishing(true)}>
            {t("bar.publish")}
          </Button>
        )}
        {!desk.canPublish && desk.isReady && (
          <span className={classes.quiet}>
            <IconLock size={16} stroke={1.5} aria-hidden /> {t("bar.noPublish")}
          </span>
        )}
      </span>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t("discard.title", { count })}
        text={t("discard.text")}
        confirm={t("discard.confirm")}
        onConfirm={() => void discard()}
        danger
      />
      {publishing && (
        <Suspense fallback={null}>
          <PublishDialog onClose={() => setPublishing(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Saved, saving, not saved: with a dot, a word, and what to do. */
function SaveState() {
  const { t } = useTranslation("settingsDesk");
  const format = useFormat();
  const message = useMessage();
  const { state, failure, savedAt, flush } = useDesk();
  const places = usePlaceWords();
  const [refused] = Object.values(useLocal().refused);
  const [announcement, setAnnouncement] = useState("");
  const words = state === "saved" ? (savedAt === null ? t("save.nothing") : t("save.savedAt", { time: format.time(new Date(savedAt).toISOString()) })) : state === "refused" && refused ? t("save.refused.at", { what: places.label(refused.edit) }) : t(`save.${state}`);
  // The end of saving is worth a word to a screen reader, not each beginning.
  useEffect(() => {
    if (state !== "saving") setAnnouncement(state === "failed" && failure ? `${t("save.failed")}: ${message(failure)}` : state === "saved" && savedAt === null ? "" : words);
  }, [state, failure, words, t, message, savedAt]);
  const Icon = state === "saved" ? IconCloudCheck : state === "saving" ? IconCloudUp : IconAlertTriangle;
  return (
    <>
      <span className={classes.state} data-state={state}>
        {state === "saved" && savedAt === null ? <IconCircleCheck size={18} stroke={1.5} aria-hidden /> : <Icon size={18} stroke={1.5} aria-hidden />}
        <span aria-hidden>{words}</span>
        <span role="status" className="unseen">
          {announcement}
        </span>
        {state === "failed" && (
          <Button size="compact-sm" variant="default" onClick={() => void flush()}>
            {t("retry")}
          </Button>
        )}
      </span>
      {state === "failed" && failure && (
        <span className={classes.why} aria-hidden>
          {message(failure)}
        </span>
      )}
    </>
  );
}
