import { Button, Skeleton } from "@mantine/core";
import type { SerializedError } from "@reduxjs/toolkit";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, type CallRefused } from "@/api/envelope";
import { IconAlertTriangle, IconRefresh, IconSearch, IconShieldLock } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useDelayed } from "@/ui/useDelayed";
import { useMessage } from "@/ui/useMessage";
import classes from "./settings.module.css";

interface Props {
  loading: boolean;
  error: CallRefused | SerializedError | undefined;
  filtered: boolean;
  retry: () => void;
  clear: () => void;
  /** What stands where nothing was ever added. */
  empty: ReactNode;
}

/** A list's other states: on its way, refused, failed, nothing found, nothing yet. */
export function ListStates({ loading, error, filtered, retry, clear, empty }: Props) {
  const { t } = useTranslation("settings");
  const message = useMessage();
  const due = useDelayed(loading);
  if (loading) {
    return (
      <div className={classes.skeleton} role="status" aria-label={t("settings.loading")}>
        {due && Array.from({ length: 8 }, (_, index) => <Skeleton key={index} height={44} radius="sm" />)}
      </div>
    );
  }
  if (error) {
    const failure = failureOf(error);
    if (failure.status === 403) return <StateScreen role="alert" icon={<IconShieldLock size={28} stroke={1.5} />} title={t("settings.refused")} text={message(failure.messageId)} />;
    return (
      <StateScreen
        role="alert"
        icon={<IconAlertTriangle size={28} stroke={1.5} />}
        title={t("settings.error")}
        text={message(failure.messageId)}
        action={
          <Button leftSection={<IconRefresh size={18} stroke={1.5} aria-hidden />} onClick={retry}>
            {t("settings.retry")}
          </Button>
        }
      />
    );
  }
  if (!filtered) return empty;
  return (
    <StateScreen
      icon={<IconSearch size={28} stroke={1.5} />}
      title={t("settings.nothing")}
      text={t("settings.nothing.text")}
      action={
        <Button variant="default" onClick={clear}>
          {t("settings.clear")}
        </Button>
      }
    />
  );
}
