import { Alert } from "@mantine/core";
import type { ReactNode } from "react";
import type { Failure } from "@/api/envelope";
import { IconAlertCircle, IconInfoCircle } from "@/ui/icons";
import { RetryNote } from "@/ui/RetryNote";
import { useMessage } from "@/ui/useMessage";

interface Props {
  failure: Failure | null;
  /** Seconds until the next try (`useCountdown`). */
  wait: number;
  /** Other words than the message's own, where the page knows better what was asked. */
  text?: string | undefined;
  /** What can be done about it. */
  children?: ReactNode;
}

/** What was refused and, where the server asks for patience, how long. */
export function FailureNote({ failure, wait, text, children }: Props) {
  const message = useMessage();
  if (!failure) return null;
  return (
    <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
      {text ?? message(failure.messageId)} <RetryNote left={wait} />
      {children}
    </Alert>
  );
}

/** Something to know that is nobody's fault. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <Alert role="status" color="gray" icon={<IconInfoCircle stroke={1.5} />}>
      {children}
    </Alert>
  );
}
