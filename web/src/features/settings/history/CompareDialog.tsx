import { Alert, Skeleton, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { Dialog } from "@/ui/Dialog";
import { useMessage } from "@/ui/useMessage";
import { useCompareRevisionsQuery } from "../desk/api";
import { useDesk } from "../desk/useDesk";
import { ChangeList, DiffFold } from "../publish/ChangeList";

/** What differs between two states, in words and as a diff. */
export function CompareDialog({ from, to, onClose }: { from: string; to: string; onClose: () => void }) {
  const { t } = useTranslation(["settingsRooms", "settingsDesk"]);
  const message = useMessage();
  const { data, error } = useCompareRevisionsQuery({ from, to }, { refetchOnMountOrArgChange: true });
  const { published } = useDesk();
  const name = (state: string) => (state === "draft" ? t("history.draft") : state === "base" ? t("history.base") : t("history.revision", { n: Number(state) }));
  return (
    <Dialog onClose={onClose} title={t("history.compared", { from: name(from), to: name(to) })} size={820}>
      <Stack gap="lg">
        {error && (
          <Alert role="alert" color="red">
            {message(failureOf(error).messageId)}
          </Alert>
        )}
        {!data && !error && <Skeleton height={140} role="progressbar" aria-label={t("settingsDesk:loading")} />}
        {data && (data.changes.length === 0 ? <Text>{t("history.same")}</Text> : <ChangeList changes={data.changes} isDraft={to === "draft" && from === String(published?.seq)} />)}
        {data && <DiffFold diff={data.diff} />}
      </Stack>
    </Dialog>
  );
}
