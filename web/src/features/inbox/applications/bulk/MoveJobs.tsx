import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Progress.layer.css";
import { Alert, Button, Checkbox, Progress, VisuallyHidden } from "@mantine/core";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useAppDispatch, useAppSelector } from "@/api/hooks";
import { may, rolesWith } from "@/api/may";
import { isolateOwn } from "@/i18n/isolate";
import { IconAlertCircle, IconCircleCheck, IconDownload, IconHistory, IconHourglass, IconX } from "@/ui/icons";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { useSaveList } from "@/ui/useSaveList";
import { useStandingName } from "@/ui/useStatusName";
import { movesEnded, useCancelMovesMutation, useRemoveMovesMutation } from "./moveApi";
import classes from "./moves.module.css";
import { noUndo } from "./undoes";
import { isOpen, useMoves, type Moves } from "./useMoves";

// Asked for by a press.
const MoveResults = lazy(async () => ({ default: (await import("./MoveResults")).MoveResults }));
const UndoDialog = lazy(async () => ({ default: (await import("./UndoDialog")).UndoDialog }));

const EXPORTERS: readonly string[] = rolesWith("enquiry.export");

/** How many finished ones are too many for a line each. */
const FOLDED_FROM = 2;

/** Moves of many: how far they are, what became of them, and the way back. */
export function MoveJobs({ onEnded }: { onEnded: () => void }) {
  const { t } = useTranslation("moves");
  const { items: told, reasons } = useMoves();
  const [all, setAll] = useState(false);
  const others = told.filter(({ own }) => !own).length;
  const items = all ? told : told.filter(({ own }) => own);
  const dispatch = useAppDispatch();
  const message = useMessage();
  const format = useFormat();
  const list = useSaveList();
  const exports = useAppSelector((state) => state.auth.user?.authority.some((role) => EXPORTERS.includes(role)));
  const [cancel, cancelling] = useCancelMovesMutation();
  const [remove, removing] = useRemoveMovesMutation();
  const [shown, setShown] = useState<string | null>(null);
  const [undone, setUndone] = useState<Moves | null>(null);
  const refused = [cancelling.error, removing.error].find(Boolean);
  const failed = list.failed ?? (refused ? failureOf(refused).messageId : null);
  const newest = items[0];
  const [unfolded, setUnfolded] = useState(false);
  // What is finished and is not the newest stands in one line.
  const earlier = items.filter((moves, at) => at > 0 && !isOpen(moves) && moves.state !== "failed");
  const isFolded = earlier.length >= FOLDED_FROM;
  const listed = isFolded && !unfolded ? items.filter((moves) => !earlier.includes(moves)) : items;
  const looked = items.find(({ id }) => id === shown);

  // What the lists show stands otherwise once it has ended.
  const open = items.find(isOpen)?.id;
  const before = useRef(open);
  useEffect(() => {
    if (before.current && before.current !== open) {
      dispatch(movesEnded());
      onEnded();
    }
    before.current = open;
  }, [open, dispatch, onEnded]);

  return (
    <>
      {/* Always there, so that what becomes of it is a change that screen readers announce; numbers that move are for whoever looks. */}
      <VisuallyHidden role="status">{newest && t(`state.${STATES[newest.state]}`)}</VisuallyHidden>
      {failed && (
        <Alert role="alert" color="red" mx={{ base: 12, sm: 32 }} icon={<IconAlertCircle stroke={1.5} />}>
          {message(failed)}
        </Alert>
      )}
      {others > 0 && <Checkbox className={classes.whose} size="sm" label={t("jobs.all", { n: format.number(others) })} checked={all} onChange={(event) => setAll(event.currentTarget.checked)} />}
      {items.length > 0 && (
        <ul className={classes.list} aria-label={t("jobs")}>
          {listed.map((moves) => (
            <li key={moves.id} className={classes.item} data-state={moves.state}>
              <MovesOutcome moves={moves} />
              <span className={classes.actions}>
                {moves.refused > 0 && !isOpen(moves) && (
                  <Button size="sm" variant="default" onClick={() => setShown(moves.id)}>
                    {t("results")}
                  </Button>
                )}
                {moves.can_undo && (
                  <Button size="sm" variant="default" leftSection={<IconHistory size={16} stroke={1.5} aria-hidden />} onClick={() => setUndone(moves)}>
                    {t("undo")}
                  </Button>
                )}
                {moves.state === "done" && moves.own && exports && (
                  <Button
                    size="sm"
                    variant="default"
                    loading={list.busy}
                    leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
                    onClick={() => list.save({ path: `/v1/oa/student/moves/${encodeURIComponent(moves.id)}/file`, name: "moves.csv" })}
                  >
                    {t("download")}
                  </Button>
                )}
                {isOpen(moves) ? (
                  <Button size="sm" variant="default" loading={cancelling.isLoading} onClick={() => void cancel({ id: moves.id })}>
                    {t("cancel")}
                  </Button>
                ) : (
                  moves.own && (
                    <Button size="sm" variant="subtle" color="gray" loading={removing.isLoading} onClick={() => void remove({ id: moves.id })}>
                      {t("remove")}
                    </Button>
                  )
                )}
              </span>
            </li>
          ))}
          {isFolded && (
            <li className={classes.item}>
              <span className={classes.outcome}>{t("jobs.earlier", { n: format.number(earlier.length) })}</span>
              <span className={classes.actions}>
                <Button size="sm" variant="default" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
                  {t(unfolded ? "jobs.hide" : "jobs.show")}
                </Button>
                {earlier.every(({ own }) => own) && (
                  <Button
                    size="sm"
                    variant="subtle"
                    color="gray"
                    loading={removing.isLoading}
                    onClick={() => {
                      for (const { id } of earlier) void remove({ id });
                    }}
                  >
                    {t("jobs.remove")}
                  </Button>
                )}
              </span>
            </li>
          )}
        </ul>
      )}
      <Suspense fallback={null}>
        {looked && <MoveResults moves={looked} onClose={() => setShown(null)} />}
        {undone && <UndoDialog id={undone.id} waits={undone.decided + undone.proposed > 0} reasons={reasons} onClose={() => setUndone(null)} />}
      </Suspense>
      {list.dialog}
    </>
  );
}

const ICONS = { waiting: IconHourglass, running: IconHourglass, done: IconCircleCheck, failed: IconAlertCircle, cancelled: IconX } as const;
const STATES = { waiting: "open", running: "open", done: "done", failed: "failed", cancelled: "cancelled" } as const;
/** Trouble of the server's own: nothing of it helps whoever waits but to ask again. */
const TECHNICAL: ReadonlySet<string> = new Set(["R007", "R008", "R009", "R999"]);

/** What it does. */
function useTitle({ to, approves, publish_at: later }: Moves): string {
  const { t } = useTranslation("moves");
  const format = useFormat();
  const name = useStandingName();
  if (approves) return t("job.approve");
  if (!to) return t("job.undo");
  const status = t("job", { status: isolateOwn(name(to)) });
  return later ? t("job.later", { status, when: isolateOwn(format.instant(later)) }) : status;
}

/** What became of it. */
function MovesOutcome({ moves }: { moves: Moves }) {
  const { t } = useTranslation("moves");
  const format = useFormat();
  const message = useMessage();
  const title = useTitle(moves);
  const Icon = ICONS[moves.state];
  const share = moves.total > 0 ? Math.floor((moves.done / moves.total) * 100) : 0;
  const authority = useAppSelector((state) => state.auth.user?.authority);
  // Why there is no way back, where one looks for it.
  const isMoved = moves.moved > 0 && moves.undone === 0 && moves.to && !moves.can_undo && !isOpen(moves);
  const final = isMoved && moves.to ? noUndo(moves.to, (right) => may(authority, right)) : null;
  const waiting = moves.decided + moves.proposed + moves.withdrawn;
  const numbers = [
    ...(moves.moved > 0 || waiting === 0 ? [t("count.moved", { n: format.number(moves.moved) })] : []),
    ...(["decided", "proposed", "withdrawn"] as const).flatMap((each) => (moves[each] > 0 ? [t(each === "proposed" && !moves.to && !moves.approves ? "count.proposed.again" : `count.${each}`, { n: format.number(moves[each]) })] : [])),
    t("count.refused", { n: format.number(moves.refused) }),
    ...(moves.undone > 0 ? [t("count.undone", { n: format.number(moves.undone) })] : []),
  ];
  return (
    <>
      <Icon className={classes.icon} size={20} stroke={1.5} aria-hidden />
      <div className={classes.outcome}>
        <strong>{title}</strong>{" "}
        {!moves.own && <span className={classes.quiet}>{t("job.by", { name: isolateOwn(moves.by) })} · </span>}
        {isOpen(moves) ? (
          <>
            <span className={classes.quiet}>{t("progress", { done: format.number(moves.done), total: format.number(moves.total) })}</span>
            <Progress.Root className={classes.bar} size="sm">
              <Progress.Section value={share} aria-label={t("state.open")} />
            </Progress.Root>
          </>
        ) : (
          <span className={classes.quiet}>
            {t(`state.${STATES[moves.state]}`)} {numbers.join(" · ")}
            {final && <> {t(final === "offer" ? "undo.none.offer" : "undo.none")}</>}
            {moves.state === "failed" && <> {moves.fault && !TECHNICAL.has(moves.fault) ? message(moves.fault) : t("again")}</>}
          </span>
        )}
      </div>
    </>
  );
}
