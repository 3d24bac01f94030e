import { Button, Skeleton } from "@mantine/core";
import type { SerializedError } from "@reduxjs/toolkit";
import type { FetchBaseQueryError } from "@reduxjs/toolkit/query";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { IconAlertTriangle, IconInbox, IconRefresh, IconSearch } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useDelayed } from "@/ui/useDelayed";
import { useMessage } from "@/ui/useMessage";
import classes from "./states.module.css";

interface Props {
  loading: boolean;
  error: FetchBaseQueryError | SerializedError | undefined;
  filtered: boolean;
  retry: () => void;
  clear: () => void;
}

/** The list's other states: on its way, failed, nothing found, nothing yet. */
export function ListStates({ loading, error, filtered, retry, clear }: Props) {
  const { t } = useTranslation("staff");
  const message = useMessage();
  const due = useDelayed(loading);
  if (loading) {
    return (
      <div className={classes.skeleton} role="status" aria-label={t("inbox.loading")}>
        {due && Array.from({ length: 9 }, (_, index) => <Skeleton key={index} height={44} radius="sm" />)}
      </div>
    );
  }
  if (error) {
    return (
      <StateScreen
        role="alert"
        icon={<IconAlertTriangle size={28} stroke={1.5} />}
        title={t("inbox.error.title")}
        text={message(failureOf(error).messageId)}
        action={
          <Button leftSection={<IconRefresh size={18} stroke={1.5} />} onClick={retry}>
            {t("retry")}
          </Button>
        }
      />
    );
  }
  if (filtered) {
    return (
      <StateScreen
        icon={<IconSearch size={28} stroke={1.5} />}
        title={t("inbox.none.title")}
        text={t("inbox.none.text")}
        action={
          <Button variant="default" onClick={clear}>
            {t("inbox.none.clear")}
          </Button>
        }
      />
    );
  }
  return <StateScreen icon={<IconInbox size={28} stroke={1.5} />} title={t("inbox.empty.title")} text={t("inbox.empty.text")} />;
}
