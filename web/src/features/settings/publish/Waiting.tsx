import { Alert, Button, Group, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { IconAlertCircle } from "@/ui/icons";
import { isProofAsked, type useConfirmed } from "@/ui/useConfirmed";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { useCancelScheduleMutation } from "../desk/api";
import type { Schedule } from "../desk/types";
import { ProblemList } from "./ProblemList";

interface Props {
  schedule: Schedule;
  confirmed: ReturnType<typeof useConfirmed>["confirmed"];
  onGo: () => void;
}

/** A publication that waits for its date, or failed when it came, with the reasons. */
export function Waiting({ schedule, confirmed, onGo }: Props) {
  const { t } = useTranslation("settingsDesk");
  const format = useFormat();
  const message = useMessage();
  const [drop, dropping] = useCancelScheduleMutation();
  const failed = schedule.state === "failed";
  const refusal = dropping.error && !isProofAsked(dropping.error) ? failureOf(dropping.error) : null;
  return (
    <Alert color={failed ? "red" : "gray"} icon={<IconAlertCircle stroke={1.5} />} title={t(failed ? "schedule.failed" : "schedule.waiting", { when: format.instant(schedule.at) })}>
      <Stack gap="sm">
        {schedule.problems.length > 0 && <ProblemList problems={schedule.problems} onGo={onGo} />}
        <Group justify="space-between" gap="sm">
          <span>
            {t("schedule.by", { who: schedule.by.name, count: schedule.edits })} {schedule.note && <bdi>“{schedule.note}”</bdi>}
          </span>
          <Button size="compact-sm" variant="default" loading={dropping.isLoading} onClick={() => void confirmed(() => drop({ id: schedule.id }))}>
            {t("schedule.drop")}
          </Button>
        </Group>
        {refusal && <span role="alert">{message(refusal.messageId)}</span>}
      </Stack>
    </Alert>
  );
}
