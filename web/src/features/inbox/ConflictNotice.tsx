import { Alert, Button, Group, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Enquiry } from "@/api/types";
import { IconAlertCircle } from "@/ui/icons";
import { useMessage } from "@/ui/useMessage";
import { Entries } from "./Timeline";
import type { Conflict } from "./useChange";

interface Props {
  enquiry: Enquiry;
  conflict: Conflict;
  busy: boolean;
  onAgain: () => void;
  onDismiss: () => void;
}

/** Somebody was faster: what they did, and whether to go on all the same. */
export function ConflictNotice({ enquiry, conflict, busy, onAgain, onDismiss }: Props) {
  const { t } = useTranslation("staff");
  const message = useMessage();
  return (
    <Alert role="alert" color="amber" icon={<IconAlertCircle stroke={1.5} />} title={message("A003")}>
      {conflict.entries.length > 0 ? <Entries enquiry={enquiry} entries={conflict.entries} /> : <Text>{t("conflict.unseen")}</Text>}
      <Group gap={8} mt={12}>
        <Button size="compact-sm" loading={busy} onClick={onAgain}>
          {t("conflict.again")}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onDismiss}>
          {t("conflict.leave")}
        </Button>
      </Group>
    </Alert>
  );
}
