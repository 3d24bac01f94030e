import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import type { FormEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "./Dialog";
import { IconAlertCircle } from "./icons";

interface Props {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What happens, and that it cannot be taken back. */
  text?: ReactNode;
  /** The words of the button that does it. */
  confirm: string;
  onConfirm: () => void;
  busy?: boolean;
  /** Not now: there is a wait. */
  disabled?: boolean;
  /** What went wrong last time. */
  error?: string | null;
  /** Red, for what takes something away. */
  danger?: boolean;
  /** Its button is as quiet as the other: nothing speaks for doing it. */
  variant?: "default" | undefined;
  /** Another dialog stands over it. */
  covered?: boolean;
  /** Fields that the answer needs. */
  children?: ReactNode;
  size?: number | string;
}

/** Asks before something is done; with fields where the doing needs a password or a code. */
export function ConfirmDialog({ opened, onClose, title, text, confirm, onConfirm, busy = false, disabled = false, error, danger = false, variant, covered = false, children, size = 520 }: Props) {
  const { t } = useTranslation();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && !disabled) onConfirm();
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size={size} covered={covered}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          {text && <Text>{text}</Text>}
          {error && (
            <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
              {error}
            </Alert>
          )}
          {children}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t("action.cancel")}
            </Button>
            <Button type="submit" variant={variant} color={danger ? "red" : undefined} loading={busy} disabled={disabled}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
