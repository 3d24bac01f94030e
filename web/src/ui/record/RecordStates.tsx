import { Button, Skeleton } from "@mantine/core";
import type { SerializedError } from "@reduxjs/toolkit";
import type { ReactNode } from "react";
import { failureOf, type CallRefused } from "@/api/envelope";
import { IconAlertTriangle, IconRefresh } from "../icons";
import { StateScreen } from "../StateScreen";
import { useDelayed } from "../useDelayed";
import { useMessage } from "../useMessage";

interface Props {
  error: CallRefused | SerializedError | undefined;
  words: { loading: string; failed: string; gone?: string; retry: string };
  retry: () => void;
  /** The way back from a record that is not there, or not any more. */
  back?: ReactNode;
  order?: 1 | 2;
}

/** What stands where a record is to be: on its way, gone, failed. */
export function RecordStates({ error, words, retry, back, order = 1 }: Props) {
  const message = useMessage();
  const due = useDelayed(!error);
  if (!error) {
    return (
      <div role="status" aria-label={words.loading}>
        {due && (
          <>
            <Skeleton height={34} width="min(420px, 80%)" mt={12} />
            <Skeleton height={18} width="min(300px, 60%)" mt={12} />
            <Skeleton height={order === 1 ? 320 : 180} mt={24} />
          </>
        )}
      </div>
    );
  }
  const { status, messageId } = failureOf(error);
  const gone = status === 404 && words.gone !== undefined;
  const again = (
    <Button leftSection={<IconRefresh size={18} stroke={1.5} aria-hidden />} onClick={retry}>
      {words.retry}
    </Button>
  );
  return (
    <StateScreen role="alert" order={order} icon={<IconAlertTriangle size={28} stroke={1.5} />} title={gone ? words.gone! : words.failed} text={message(messageId)} action={gone ? back : again} />
  );
}
