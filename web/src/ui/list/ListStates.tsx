import { Button, Skeleton } from "@mantine/core";
import type { SerializedError } from "@reduxjs/toolkit";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, type CallRefused } from "@/api/envelope";
import { IconAlertTriangle, IconRefresh, IconSearch, IconShieldLock } from "../icons";
import { StateScreen } from "../StateScreen";
import { useDelayed } from "../useDelayed";
import { useMessage } from "../useMessage";
import classes from "./list.module.css";

interface Props {
  loading: boolean;
  error: CallRefused | SerializedError | undefined;
  filtered: boolean;
  retry: () => void;
  clear: () => void;
  /** What stands where nothing was ever added. */
  empty: ReactNode;
}

/** What stands where a list has no rows: on its way, refused, failed, nothing found, nothing yet. */
export function ListStates({ loading, error, filtered, retry, clear, empty }: Props) {
  const { t } = useTranslation("list");
  const message = useMessage();
  const due = useDelayed(loading);
  if (loading) {
    return (
      <div className={classes.skeleton} role="status" aria-label={t("loading")}>
        {due && Array.from({ length: 8 }, (_, index) => <Skeleton key={index} height={44} radius="sm" />)}
      </div>
    );
  }
  if (error) {
    const failure = failureOf(error);
    if (failure.status === 403) return <StateScreen role="alert" icon={<IconShieldLock size={28} stroke={1.5} />} title={t("refused")} text={message(failure.messageId)} />;
    return (
      <StateScreen
        role="alert"
        icon={<IconAlertTriangle size={28} stroke={1.5} />}
        title={t("error")}
        text={message(failure.messageId)}
        action={
          <Button leftSection={<IconRefresh size={18} stroke={1.5} aria-hidden />} onClick={retry}>
            {t("retry")}
          </Button>
        }
      />
    );
  }
  if (!filtered) return empty;
  return (
    <StateScreen
      icon={<IconSearch size={28} stroke={1.5} />}
      title={t("nothing")}
      text={t("nothing.text")}
      action={
        <Button variant="default" onClick={clear}>
          {t("clear")}
        </Button>
      }
    />
  );
}
