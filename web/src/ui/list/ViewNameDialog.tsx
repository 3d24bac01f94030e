import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Failure } from "@/api/envelope";
import { ConfirmDialog } from "../ConfirmDialog";
import { useMessage } from "../useMessage";

const MAX_NAME = 60;
/** What the server says of a name, and our words for it. */
const PROBLEMS = { taken: "views.name.taken", required: "views.name.missing", pattern: "views.name.wrong", maxLength: "views.name.long", maxItems: "views.full" } as const;

interface Props {
  title: string;
  /** What it is called now. */
  first: string;
  /** There is no room for one more. */
  isFull: boolean;
  /** What is wrong; null when it is saved. */
  onSave: (name: string) => Promise<Failure | null>;
  onClose: () => void;
}

/** Asks what a view is called. What was typed stays until the server has it. */
export function ViewNameDialog({ title, first, isFull, onSave, onClose }: Props) {
  const { t } = useTranslation("list");
  const message = useMessage();
  const [name, setName] = useState(first);
  const [busy, setBusy] = useState(false);
  const [code, setCode] = useState<keyof typeof PROBLEMS | null>(null);
  const [error, setError] = useState<string | null>(null);
  const send = async () => {
    setError(null);
    setCode(name.trim() === "" ? "required" : null);
    if (name.trim() === "") return;
    setBusy(true);
    const failure = await onSave(name.trim());
    setBusy(false);
    if (!failure) return;
    if (failure.messageId === "A005") {
      setCode("taken");
      return;
    }
    const found = failure.problems.filter((problem) => problem.path === "/name").map((problem) => problem.code).find((each): each is keyof typeof PROBLEMS => each in PROBLEMS);
    if (found) setCode(found);
    else setError(message(failure.messageId));
  };
  return (
    <ConfirmDialog opened onClose={onClose} title={title} confirm={t("views.name.save")} busy={busy} disabled={isFull} error={isFull ? t("views.full") : error} onConfirm={() => void send()}>
      <TextInput
        data-autofocus
        dir="auto"
        label={t("views.name")}
        description={t("views.name.help")}
        maxLength={MAX_NAME}
        value={name}
        error={code ? t(PROBLEMS[code]) : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
