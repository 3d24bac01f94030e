import { Alert, Button, Group, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useAddTaskMutation, useListAssigneesQuery, useListEnquiryTasksQuery } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import type { Enquiry } from "@/api/types";
import { DateField } from "@/forms/DateField";
import record from "@/ui/record/record.module.css";
import { RecordSection } from "@/ui/record/RecordSection";
import { TaskLine } from "@/ui/tasks/TaskLine";
import tasksCss from "@/ui/tasks/tasks.module.css";
import { useMessage } from "@/ui/useMessage";

const LONGEST = 300;
const NOBODY = "";

/** What is to be done about an enquiry, by whom and by when. */
export function Tasks({ enquiry, order }: { enquiry: Enquiry; order: 2 | 3 }) {
  const { t } = useTranslation("staff");
  const { id } = enquiry;
  const { data } = useListEnquiryTasksQuery({ id });
  const [adding, setAdding] = useState(false);
  const edits = useAppSelector((state) => may(state.auth.user?.authority, "enquiry.edit"));
  const tasks = data?.items ?? [];
  if (tasks.length === 0 && !edits) return null;
  return (
    <RecordSection order={order} title={t("tasks.title")}>
      {tasks.length === 0 && !adding && <p className={record.quiet}>{t("tasks.none")}</p>}
      {tasks.length > 0 && (
        <ul className={tasksCss.tasks}>
          {tasks.map((task) => (
            <TaskLine key={task.id} task={task} edits={edits} />
          ))}
        </ul>
      )}
      {adding ? (
        <NewTask id={id} owner={enquiry.owner?.id ?? NOBODY} onDone={() => setAdding(false)} />
      ) : (
        edits && (
          <div>
            <Button variant="default" size="compact-sm" onClick={() => setAdding(true)}>
              {t("tasks.add")}
            </Button>
          </div>
        )
      )}
    </RecordSection>
  );
}

interface NewProps {
  id: string;
  owner: string;
  onDone: () => void;
}

function NewTask({ id, owner, onDone }: NewProps) {
  const { t } = useTranslation("staff");
  const message = useMessage();
  const assignees = useListAssigneesQuery();
  const [add, { isLoading, error }] = useAddTaskMutation();
  const [text, setText] = useState("");
  const [who, setWho] = useState(owner);
  const [day, setDay] = useState("");
  const save = async () => {
    const answer = await add({ id, addTaskRequest: { text: text.trim(), assigned_to: who || null, due_on: day } });
    if (!answer.error) onDone();
  };
  // Who reads what they look after alone is asked nothing of others.
  const able = (assignees.data?.items ?? []).filter((each) => !each.forms || each.id === owner);
  const people = able.map((each) => ({ value: each.id, label: each.name }));
  return (
    <div className={tasksCss.new}>
      {error && (
        <Alert role="alert" color="red">
          {message(failureOf(error).messageId)}
        </Alert>
      )}
      <TextInput label={t("tasks.text")} dir="auto" maxLength={LONGEST} autoFocus value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <Select label={t("actions.owner")} data={[{ value: NOBODY, label: t("owner.none") }, ...people]} value={who} allowDeselect={false} comboboxProps={{ shadow: "md" }} onChange={(value) => setWho(value ?? NOBODY)} />
      <DateField label={t("tasks.due")} value={day} onChange={setDay} />
      <Group gap={8}>
        <Button size="compact-sm" loading={isLoading} disabled={!text.trim()} onClick={() => void save()}>
          {t("tasks.save")}
        </Button>
        <Button size="compact-sm" variant="default" disabled={isLoading} onClick={onDone}>
          {t("notes.leave")}
        </Button>
      </Group>
    </div>
  );
}
