import { Button, Group, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { CopyButton } from "@/ui/CopyButton";
import { Dialog } from "@/ui/Dialog";
import { useCountdown } from "@/ui/useCountdown";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { useRenewEnrolmentMutation, type FreshTill } from "./api";
import classes from "./tills.module.css";

interface Props {
  fresh: FreshTill;
  onFresh: (fresh: FreshTill) => void;
  onClose: () => void;
}

/** How long the server takes an enrolment code. */
const LIFE_SECONDS = 15 * 60;

/** The code that makes a device a till: shown once, large enough to be typed from across the counter. */
export function EnrolmentDialog({ fresh, onFresh, onClose }: Props) {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const message = useMessage();
  const [renew, { isLoading, error }] = useRenewEnrolmentMutation();
  const left = useCountdown(LIFE_SECONDS, fresh);
  const again = async () => {
    const answer = await renew({ id: fresh.till.id });
    if (answer.data) onFresh(answer.data);
  };
  return (
    <Dialog onClose={onClose} closeOnOutside={false} title={t("tills.enrol.title", { code: `\u2068${fresh.till.code}\u2069` })}>
      <Stack gap="md">
        <Text>{t("tills.enrol.text")}</Text>
        <output className={classes.enrolment} data-over={left === 0 || undefined} dir="ltr" aria-label={t("tills.enrol.code")}>
          {grouped(fresh.enrolment_code)}
        </output>
        <Text ta="center" c={left === 0 ? "var(--mantine-color-error)" : "dimmed"}>
          {left > 0 ? <span role="timer">{t("tills.enrol.left", { time: format.clock(left) })}</span> : t("tills.enrol.over")}
        </Text>
        {error && <Text role="alert">{message(failureOf(error).messageId)}</Text>}
        <Group justify="space-between">
          {left > 0 ? (
            <CopyButton text={fresh.enrolment_code} label={t("tills.enrol.copy")} />
          ) : (
            <Button variant="default" loading={isLoading} onClick={() => void again()}>
              {t("tills.renew")}
            </Button>
          )}
          <Button onClick={onClose}>{t("tills.enrol.done")}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** A long code without marks of its own is read in fours. */
function grouped(code: string): string {
  return /[\s-]/.test(code) ? code : code.replaceAll(/(.{4})(?=.)/g, "$1 ");
}
