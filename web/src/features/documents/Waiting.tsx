import { Button, Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { IconAlertTriangle, IconFileText } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useDelayed } from "@/ui/useDelayed";
import { useMessage } from "@/ui/useMessage";
import classes from "./documents.module.css";

interface Props {
  back: ReactNode;
  error: Parameters<typeof failureOf>[0];
  isFetching: boolean;
  retry: () => void;
}

/** What stands there before the documents do, and where they do not come. */
export function Waiting({ back, error, isFetching, retry }: Props) {
  const { t } = useTranslation("documents");
  const message = useMessage();
  const waits = useDelayed(!error);
  const failure = error ? failureOf(error) : null;
  // Not theirs, or not there: the same to whoever asks.
  const isGone = failure?.messageId === "L010" || failure?.messageId === "A001";
  return (
    <div className={classes.page}>
      {back}
      {isGone && <StateScreen order={1} icon={<IconFileText size={28} stroke={1.5} />} title={t("gone.title")} text={t("gone.text")} />}
      {failure && !isGone && (
        <StateScreen
          role="alert"
          order={1}
          icon={<IconAlertTriangle size={28} stroke={1.5} />}
          title={t("failed")}
          text={message(failure.messageId)}
          action={
            <Button loading={isFetching} onClick={retry}>
              {t("retry")}
            </Button>
          }
        />
      )}
      {!failure && waits && (
        <div role="status" aria-label={t("loading")}>
          <Skeleton height={320} />
        </div>
      )}
    </div>
  );
}
