import { Alert, Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useResumeClocksMutation } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { IconHourglass } from "@/ui/icons";
import { useMessage } from "@/ui/useMessage";
import own from "./numbers.module.css";

/** After the school's data came back from a backup: what stands still, and letting it go on. */
export function HeldClocks({ onResumed }: { onResumed: () => void }) {
  const { t } = useTranslation("dashboard");
  const message = useMessage();
  const offers = useAppSelector((state) => may(state.auth.user?.authority, "application.offer"));
  const [resume, { isLoading, error }] = useResumeClocksMutation();
  const go = async () => {
    const answer = await resume();
    if (!answer.error) onResumed();
  };
  return (
    <Alert role="alert" color="amber" icon={<IconHourglass stroke={1.5} />} title={t("held")}>
      <p className={own.why}>{t("held.text")}</p>
      {error && <p className={own.why}>{message(failureOf(error).messageId)}</p>}
      {offers ? (
        <Button size="compact-sm" variant="default" loading={isLoading} onClick={() => void go()}>
          {t("held.resume")}
        </Button>
      ) : (
        <p className={own.why}>{t("held.who")}</p>
      )}
    </Alert>
  );
}
