import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import { Button, Checkbox } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useUpdateTaskMutation, type TaskView, type UpdateTaskRequest } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { useSchool } from "@/api/school";
import { useLanguage } from "@/i18n/useLanguage";
import { useFormat } from "../useFormat";
import { useMessage } from "../useMessage";
import classes from "./tasks.module.css";

interface Props {
  task: TaskView;
  edits: boolean;
  /** Whom it is about, where tasks of several stand together. */
  about?: ReactNode;
}

/** A task: done by one press, and opened again by another; taken where it is nobody's. */
export function TaskLine({ task, edits, about }: Props) {
  const { t } = useTranslation("staff");
  const { language } = useLanguage();
  const { today } = useSchool();
  const format = useFormat();
  const message = useMessage();
  const user = useAppSelector((state) => state.auth.user);
  const me = user?.id;
  // One's own is done also by who changes nothing else.
  const does = edits || (task.assigned_to?.id === me && may(user?.authority, "enquiry.review"));
  const [update, { isLoading, error }] = useUpdateTaskMutation();
  const change = (changed: Omit<UpdateTaskRequest, "version">) => void update({ id: task.enquiry.id, task: task.id, updateTaskRequest: { version: task.version, ...changed } });
  const isDone = Boolean(task.done_at);
  const isOver = !isDone && task.due_on != null && task.due_on < today;
  return (
    <li className={classes.task} data-done={isDone || undefined}>
      <Checkbox checked={isDone} disabled={!does || isLoading} label={<span dir="auto">{task.text[language]}</span>} onChange={(event) => change({ done: event.currentTarget.checked })} />
      <p className={classes.line}>
        {about}
        {task.assigned_to ? <bdi>{task.assigned_to.name}</bdi> : <span>{t("owner.none")}</span>}
        {task.due_on && (
          <span data-over={isOver || undefined} className={classes.due}>
            {t(isOver ? "tasks.over" : "tasks.by", { date: format.date(task.due_on) })}
          </span>
        )}
        {task.by_rules && <span>{t("tasks.rules")}</span>}
        {isDone && task.done_by && <span>{t("tasks.done", { who: `\u2068${task.done_by}\u2069` })}</span>}
        {edits && !isDone && !task.assigned_to && me && (
          <Button size="compact-xs" variant="subtle" loading={isLoading} onClick={() => change({ assigned_to: me })}>
            {t("actions.take")}
          </Button>
        )}
      </p>
      {error && <p role="alert">{message(failureOf(error).messageId)}</p>}
    </li>
  );
}
