import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { IconMail } from "@/ui/icons";
import { useSendAcceptanceMutation } from "./calls";
import { useWhyNot } from "./useWhyNot";

/** Sends the acceptance of a place that was accepted otherwise than by the letter of its offer. */
export function SendAcceptance({ id }: { id: string }) {
  const { t } = useTranslation("letters");
  const whyNot = useWhyNot();
  const [isAsking, setAsking] = useState(false);
  const [send, { error, isLoading, reset }] = useSendAcceptanceMutation();
  const close = () => {
    setAsking(false);
    reset();
  };
  const go = async () => {
    const answer = await send({ id });
    if (!answer.error) close();
  };
  return (
    <>
      <Button size="compact-sm" variant="default" leftSection={<IconMail size={16} />} onClick={() => setAsking(true)}>
        {t("staff.accept")}
      </Button>
      {isAsking && (
        <ConfirmDialog opened onClose={close} title={t("staff.accept.title")} text={t("staff.accept.text")} confirm={t("staff.accept")} busy={isLoading} error={whyNot(error)} onConfirm={() => void go()} />
      )}
    </>
  );
}
