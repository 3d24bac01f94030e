import { Button, Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { IconAlertTriangle, IconShieldLock } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useMessage } from "@/ui/useMessage";
import { useGetSettingFileQuery } from "./api";
import { useDesk } from "./useDesk";

/** The room's other states: on its way, refused, failed. */
export function Ready({ children }: { children: ReactNode }) {
  const { t } = useTranslation("settingsDesk");
  const message = useMessage();
  const desk = useDesk();
  // Nothing is changed before it is known what it was.
  const school = useGetSettingFileQuery({ file: "school.yaml" });
  const error = desk.error ?? (school.data ? undefined : school.error);
  const refetch = () => {
    void desk.refetch();
    void school.refetch();
  };
  if (error) {
    const failure = failureOf(error);
    return (
      <StateScreen
        role="alert"
        order={1}
        icon={failure.status === 403 ? <IconShieldLock size={28} stroke={1.5} /> : <IconAlertTriangle size={28} stroke={1.5} />}
        title={t(failure.status === 403 ? "refused" : "error")}
        text={message(failure.messageId)}
        action={failure.status === 403 ? undefined : <Button onClick={refetch}>{t("retry")}</Button>}
      />
    );
  }
  return desk.isReady && school.data ? children : <Skeleton height={320} radius="md" role="progressbar" aria-label={t("loading")} />;
}
