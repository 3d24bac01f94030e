import { Button, Group } from "@mantine/core";
import { IconAlertCircle } from "@/ui/icons";
import { useFormsText } from "@/forms/useFormsText";
import { StateScreen } from "@/ui/StateScreen";

/** A link leads to answers that were not begun in this browser: whose they are is asked before anything is written there. */
export function LinkedDraft({ onAnswer }: { onAnswer: (follows: boolean) => void }) {
  const t = useFormsText();
  return (
    <StateScreen
      order={1}
      icon={<IconAlertCircle size={28} stroke={1.5} />}
      title={t("draft.linked.title")}
      text={t("draft.linked.text")}
      action={
        <Group justify="center" gap="sm">
          <Button onClick={() => onAnswer(true)}>{t("draft.linked.follow")}</Button>
          <Button variant="default" onClick={() => onAnswer(false)}>
            {t("draft.linked.own")}
          </Button>
        </Group>
      }
    />
  );
}
