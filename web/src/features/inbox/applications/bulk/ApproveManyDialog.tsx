import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf, type Failure } from "@/api/envelope";
import { useLanguage } from "@/i18n/useLanguage";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { useFormat } from "@/ui/useFormat";
import { useApproveProposalsMutation } from "./moveApi";
import type { Chosen } from "./MoveManyDialog";
import { useRefused } from "./useRefused";

interface Props {
  chosen: Chosen;
  count: number;
  /** They are asked for. */
  onAsked: () => void;
  onClose: () => void;
}

/** Asks once more before what others proposed of many applications is approved. */
export function ApproveManyDialog({ chosen, count, onAsked, onClose }: Props) {
  const { t } = useTranslation("moves");
  const { language } = useLanguage();
  const format = useFormat();
  const [approve, { isLoading }] = useApproveProposalsMutation();
  const [refused, setRefused] = useState<Failure | null>(null);
  const error = useRefused(refused);
  const send = async () => {
    setRefused(null);
    const answer = await approve({ approveProposalsRequest: { ...chosen, lng: language } });
    if (answer.data) onAsked();
    else setRefused(failureOf(answer.error));
  };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("approve.title", { n: format.number(count) })}
      text={t("approve.text")}
      confirm={t("approve.confirm", { n: format.number(count) })}
      busy={isLoading}
      error={error}
      onConfirm={() => void send()}
    />
  );
}
