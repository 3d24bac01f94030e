import { Modal, PasswordInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { RecoveryCodes } from "@/ui/RecoveryCodes";
import { useRemoveMyFactorMutation, useRenewMyCodesMutation } from "../api";
import { CodeInput } from "./CodeInput";
import { useFactorProblem } from "./useFactorProblem";

/** New recovery codes for old: a code from the app first. */
export function RenewCodes({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("profile");
  const { school_id: school } = useSchool();
  const [renew, { data, error, isLoading }] = useRenewMyCodesMutation();
  const [code, setCode] = useState("");
  const problem = useFactorProblem(error);
  if (data) {
    return (
      <Modal opened onClose={() => {}} withCloseButton={false} closeOnEscape={false} closeOnClickOutside={false} title={t("profile.factor.codes")} size={560} centered>
        <RecoveryCodes codes={data.recovery_codes} school={school} onDone={onClose} />
      </Modal>
    );
  }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t("profile.factor.renew")}
      text={t("profile.factor.renew.text")}
      confirm={t("profile.factor.renew")}
      busy={isLoading}
      error={problem.other}
      onConfirm={() => void (code.length >= 6 && renew({ code }))}
    >
      <CodeInput label={t("profile.factor.code")} value={code} onChange={setCode} error={problem.code} autoFocus />
    </ConfirmDialog>
  );
}

/** Takes the second factor away: the password and a code, since it opens the account by half. */
export function RemoveFactor({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("profile");
  const [remove, { error, isLoading }] = useRemoveMyFactorMutation();
  const [current, setCurrent] = useState("");
  const [code, setCode] = useState("");
  const problem = useFactorProblem(error);
  const send = async () => {
    if (!current || code.length < 6) return;
    const answer = await remove({ current, code });
    if (!answer.error) onClose();
  };
  return (
    <ConfirmDialog
      opened
      danger
      onClose={onClose}
      title={t("profile.factor.remove")}
      text={t("profile.factor.remove.text")}
      confirm={t("profile.factor.remove")}
      busy={isLoading}
      error={problem.other}
      onConfirm={() => void send()}
    >
      <PasswordInput
        data-autofocus
        label={t("profile.password.current")}
        dir="ltr"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ "aria-label": t("profile.password.show"), tabIndex: 0 }}
        value={current}
        error={problem.current}
        onChange={(event) => setCurrent(event.currentTarget.value)}
      />
      <CodeInput label={t("profile.factor.codeOrRecovery")} value={code} onChange={setCode} error={problem.code} />
    </ConfirmDialog>
  );
}
