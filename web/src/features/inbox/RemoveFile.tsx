import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import type { PaperFileView } from "@/api/generated";
import { useRemoveStudentItemMutation } from "@/api/papers";
import { useMessage } from "@/ui/useMessage";
import { ReasonDialog } from "./ReasonDialog";

/** Takes a file away that was not accepted, and says why. */
export function RemoveFile({ enquiry, file }: { enquiry: string; file: PaperFileView }) {
  const { t } = useTranslation("documents");
  const message = useMessage();
  const [remove, removing] = useRemoveStudentItemMutation();
  const [asking, setAsking] = useState(false);
  if (file.state === "accepted" || file.state === "expired") return null;
  const send = async (reason: string) => {
    const answer = await remove({ removeStudentItemRequest: { admission_id: enquiry, item: "document", doc_id: file.file, reason } });
    if (!answer.error) setAsking(false);
  };
  return (
    <>
      <Button size="compact-sm" variant="subtle" color="red" aria-label={t("remove.of", { name: file.name })} onClick={() => setAsking(true)}>
        {t("remove")}
      </Button>
      {asking && (
        <ReasonDialog
          danger
          title={t("remove.title", { name: `\u2068${file.name}\u2069` })}
          text={t("remove.text")}
          confirm={t("remove.confirm")}
          busy={removing.isLoading}
          error={removing.error ? message(failureOf(removing.error).messageId) : null}
          onSend={(reason) => void send(reason)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
