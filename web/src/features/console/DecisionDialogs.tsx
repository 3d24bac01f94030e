import { Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useApproveSubscriptionMutation, useGetPlatformInfoQuery, useRejectSubscriptionMutation, type Subscription } from "@/api/platform";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { useMessage } from "@/ui/useMessage";

interface Props {
  request: Subscription;
  name: string;
  onClose: () => void;
  /** With the request as it is now. */
  onDone: (now: Subscription) => void;
}

/** A yes makes the school at once. */
export function ApproveDialog({ request, name, onClose, onDone }: Props) {
  const { t } = useTranslation("console");
  const message = useMessage();
  const { data } = useGetPlatformInfoQuery();
  const [approve, { isLoading, error }] = useApproveSubscriptionMutation();
  const send = async () => {
    const answer = await approve({ id: request.id, approveRequest: { version: request.version } });
    if (answer.data) onDone(answer.data.subscription);
  };
  const address = data ? `${request.subdomain}.${data.base_domain}` : request.subdomain;
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("approve.title", { school: name })}
      text={t("approve.text", { address: `\u2066${address}\u2069`, email: `\u2066${request.contact.email}\u2069` })}
      confirm={t("request.approve")}
      busy={isLoading}
      error={error ? message(failureOf(error).messageId) : null}
      onConfirm={() => void send()}
    />
  );
}

/** A no says why. */
export function RejectDialog({ request, name, onClose, onDone }: Props) {
  const { t } = useTranslation("console");
  const message = useMessage();
  const [reject, { isLoading, error }] = useRejectSubscriptionMutation();
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const send = async () => {
    setTried(true);
    if (reason.trim() === "") return;
    const answer = await reject({ id: request.id, rejectRequest: { version: request.version, reason: reason.trim() } });
    if (answer.data) onDone(answer.data.subscription);
  };
  return (
    <ConfirmDialog
      opened
      danger
      onClose={onClose}
      title={t("reject.title", { school: name })}
      text={t("reject.text")}
      confirm={t("request.reject")}
      busy={isLoading}
      error={error ? message(failureOf(error).messageId) : null}
      onConfirm={() => void send()}
    >
      <Textarea
        data-autofocus
        rows={4}
        maxLength={1000}
        label={t("reject.reason")}
        description={t("reject.reason.help")}
        value={reason}
        error={tried && reason.trim() === "" ? t("reject.reason.missing") : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
