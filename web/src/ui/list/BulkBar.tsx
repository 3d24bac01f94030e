import "@mantine/core/styles/Progress.layer.css";
import { Button, CloseButton, Progress, VisuallyHidden } from "@mantine/core";
import { useEffect, useRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { IconAlertCircle, IconCircleCheck, IconHistory } from "../icons";
import { useFormat } from "../useFormat";
import { useMessage } from "../useMessage";
import classes from "./bulk.module.css";
import type { useBulk } from "./useBulk";
import { MOST_CHOSEN, type Selection } from "./useSelection";

interface Props {
  selection: Selection;
  bulk: ReturnType<typeof useBulk>;
  /** What can be done with what is chosen. */
  children: ReactNode;
}

/** Under a list of which something is chosen: how many, what can be done with them, how far that is, what became of each. */
export function BulkBar({ selection, bulk, children }: Props) {
  const { t } = useTranslation("list");
  const format = useFormat();
  const message = useMessage();
  const bar = useRef<HTMLElement>(null);
  const { progress, outcome } = bulk;
  const { size } = selection.ids;
  const running = progress !== null;
  // What was pressed makes room for how far it is: whoever pressed it stays here.
  useEffect(() => {
    if (running) bar.current?.focus();
  }, [running]);

  const lines: { id: string; icon?: typeof IconAlertCircle; text: string }[] = [];
  const addLine = (id: "done" | "undone" | "refused" | "left", count: number, icon?: typeof IconAlertCircle) => {
    if (count > 0) lines.push({ id, text: t(`bulk.${id}`, { count, shown: format.number(count) }), ...(icon && { icon }) });
  };
  if (outcome) {
    addLine(outcome.undone ? "undone" : "done", outcome.done, IconCircleCheck);
    addLine("refused", outcome.refused.length, IconAlertCircle);
    addLine("left", outcome.left);
    if (lines.length === 0) lines.push({ id: "none", text: t("bulk.none") });
  } else if (size > 0) {
    lines.push({ id: "count", text: t("select.count", { count: size, shown: format.number(size) }) });
    if (size === MOST_CHOSEN) lines.push({ id: "most", text: t("select.most", { n: format.number(MOST_CHOSEN) }) });
  }
  const close = () => {
    // Back to the list, where one was.
    bar.current?.parentElement?.querySelector<HTMLElement>("[data-row] :is(a, button)[tabindex='0']")?.focus();
    bulk.close();
    if (!outcome) selection.set([]);
  };
  return (
    <>
      {/* Always there, so that what becomes of it is a change that screen readers announce; numbers that move are for whoever looks. */}
      <VisuallyHidden role="status">{!running && lines.map(({ text }) => text).join(" ")}</VisuallyHidden>
      {(running || lines.length > 0) && (
        <section ref={bar} tabIndex={-1} className={classes.bar} aria-label={t("bulk.label")}>
          <div className={classes.line}>
            <div className={classes.summary} aria-hidden={!running || undefined}>
              {running && <span>{t("bulk.progress", { done: format.number(progress.done), total: format.number(progress.total) })}</span>}
              {!running && lines.map(({ id, icon: Icon, text }) => (
                <span key={id} className={classes.word} data-word={id}>
                  {Icon && <Icon size={18} stroke={1.5} aria-hidden />} {text}
                </span>
              ))}
            </div>
            <div className={classes.actions}>
              {running && (
                <Button variant="default" onClick={bulk.stop}>
                  {t("bulk.stop")}
                </Button>
              )}
              {!running && outcome && outcome.backs.length > 0 && (
                <Button variant="default" leftSection={<IconHistory size={18} stroke={1.5} aria-hidden />} onClick={bulk.undo}>
                  {t("bulk.undo")}
                </Button>
              )}
              {!running && size > 0 && children}
              {!running && <CloseButton size={36} aria-label={t(outcome ? "bulk.close" : "select.clear")} onClick={close} />}
            </div>
          </div>
          {running && <Progress value={(progress.done / progress.total) * 100} size="sm" aria-label={t("bulk.label")} />}
          {!running && outcome && outcome.refused.length > 0 && (
            <ul className={classes.refused}>
              {outcome.refused.map(({ id, name, messageId }) => (
                <li key={id}>
                  <bdi>{name}</bdi>: {message(messageId)}
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
    </>
  );
}
