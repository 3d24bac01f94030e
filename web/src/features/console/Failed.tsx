import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { IconAlertTriangle } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useMessage } from "@/ui/useMessage";

/** A list or a page that could not be had. */
export function Failed({ error, retry }: { error: Parameters<typeof failureOf>[0]; retry: () => void }) {
  const { t } = useTranslation("console");
  const message = useMessage();
  return <StateScreen role="alert" icon={<IconAlertTriangle size={28} stroke={1.5} />} title={t("error")} text={message(failureOf(error).messageId)} action={<Button onClick={retry}>{t("retry")}</Button>} />;
}
