import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Dialog } from "@/ui/Dialog";
import { RecoveryCodes } from "@/ui/RecoveryCodes";
import { useRemoveSecondFactorMutation, useRenewRecoveryCodesMutation } from "../api";
import { CodeInput } from "./CodeInput";
import { CurrentField } from "./CurrentField";
import { useFactorProblem } from "./useFactorProblem";

/** New recovery codes for old: a code from the app first. */
export function RenewCodes({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("profile");
  const { school_id: school } = useSchool();
  const [renew, { data, error, isLoading }] = useRenewRecoveryCodesMutation();
  const [code, setCode] = useState("");
  const [tried, setTried] = useState(false);
  const problem = useFactorProblem(error);
  if (data) {
    return (
      <Dialog onClose={onClose} locked title={t("profile.factor.codes")} size={560}>
        <RecoveryCodes codes={data.recovery_codes} school={school} onDone={onClose} />
      </Dialog>
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
      onConfirm={() => {
        setTried(code.length < 6);
        if (code.length >= 6) void renew({ factorCodeRequest: { code } });
      }}
    >
      <CodeInput label={t("profile.factor.code")} value={code} onChange={setCode} error={tried && code.length < 6 ? t("profile.factor.code.missing") : problem.code} autoFocus />
    </ConfirmDialog>
  );
}

/** Takes the second factor away: the password and a code, since it opens the account by half. */
export function RemoveFactor({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const { t } = useTranslation("profile");
  const [remove, { error, isLoading, reset }] = useRemoveSecondFactorMutation();
  const [current, setCurrent] = useState("");
  const [code, setCode] = useState("");
  const problem = useFactorProblem(error);
  const [tried, setTried] = useState(false);
  const send = async () => {
    setTried(true);
    if (!current || code.length < 6) return;
    setTried(false);
    const answer = await remove({ removeSecondFactorRequest: { current, code } });
    if (!answer.error) onClose();
  };
  return (
    <ConfirmDialog
      opened
      danger
      onClose={onClose}
      title={t("profile.factor.remove")}
      text={t(hasPassword ? "profile.factor.remove.text" : "profile.factor.remove.text.code")}
      confirm={t("profile.factor.remove")}
      busy={isLoading}
      error={problem.other}
      onConfirm={() => void send()}
    >
      <CurrentField
        autoFocus
        value={current}
        missing={tried && !current}
        error={problem.current}
        onChange={setCurrent}
        onSent={() => {
          setTried(false);
          setCurrent("");
          reset();
        }}
      />
      <CodeInput label={t("profile.factor.codeOrRecovery")} value={code} onChange={setCode} error={tried && code.length < 6 ? t("profile.factor.codeOrRecovery.missing") : problem.code} />
    </ConfirmDialog>
  );
}
