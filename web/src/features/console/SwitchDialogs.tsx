import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useResumePlatformSchoolMutation, useSuspendPlatformSchoolMutation, type PlatformSchool } from "@/api/platform";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { useMessage } from "@/ui/useMessage";

interface Props {
  school: PlatformSchool;
  name: string;
  onClose: () => void;
  onDone: () => void;
}

/** Off: families and staff are turned away at once, so its id is typed first. */
export function SuspendDialog({ school, name, onClose, onDone }: Props) {
  const { t } = useTranslation("console");
  const message = useMessage();
  const [suspend, { isLoading, error }] = useSuspendPlatformSchoolMutation();
  const [typed, setTyped] = useState("");
  const [tried, setTried] = useState(false);
  const isRight = typed.trim() === school.id;
  const send = async () => {
    setTried(true);
    if (!isRight) return;
    const answer = await suspend({ id: school.id });
    if (answer.data) onDone();
  };
  return (
    <ConfirmDialog
      opened
      danger
      onClose={onClose}
      title={t("suspend.title", { school: name })}
      text={t("suspend.text")}
      confirm={t("school.suspend")}
      busy={isLoading}
      error={error ? message(failureOf(error).messageId) : null}
      onConfirm={() => void send()}
    >
      <TextInput
        data-autofocus
        dir="ltr"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={80}
        label={t("suspend.id", { id: `\u2068${school.id}\u2069` })}
        value={typed}
        error={tried && !isRight ? t("suspend.id.wrong") : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}

/** On again. */
export function ResumeDialog({ school, name, onClose, onDone }: Props) {
  const { t } = useTranslation("console");
  const message = useMessage();
  const [resume, { isLoading, error }] = useResumePlatformSchoolMutation();
  const send = async () => {
    const answer = await resume({ id: school.id });
    if (answer.data) onDone();
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("resume.title", { school: name })}
      text={t("resume.text")}
      confirm={t("school.resume")}
      busy={isLoading}
      error={error ? message(failureOf(error).messageId) : null}
      onConfirm={() => void send()}
    />
  );
}
