import { Alert, Button, Group, Modal, PasswordInput, Stack, Text } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { IconAlertCircle } from "@/ui/icons";
import { RecoveryCodes } from "@/ui/RecoveryCodes";
import { TotpSecret } from "@/ui/TotpSecret";
import { useBeginMyFactorMutation, useConfirmMyFactorMutation } from "../api";
import { CodeInput } from "./CodeInput";
import { useFactorProblem } from "./useFactorProblem";

/** The way to a second factor: the password, the secret, a code that proves it arrived, the recovery codes. */
export function FactorSetup({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("profile");
  const { school_id: school } = useSchool();
  const [begin, beginning] = useBeginMyFactorMutation();
  const [confirm, confirming] = useConfirmMyFactorMutation();
  const [current, setCurrent] = useState("");
  const [code, setCode] = useState("");
  const problem = useFactorProblem(confirming.error ?? beginning.error);
  const totp = beginning.data?.totp;
  const codes = confirming.data?.recovery_codes;

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (totp) {
      if (code.length >= 6) void confirm({ code });
    } else if (current) void begin({ current });
  };
  return (
    // Once the codes are shown, only the button that says they are kept leads out.
    <Modal
      opened
      onClose={codes ? () => {} : onClose}
      withCloseButton={!codes}
      closeOnEscape={!codes}
      closeOnClickOutside={false}
      title={codes ? t("profile.factor.codes") : t("profile.factor.setup")}
      size={560}
      centered
      closeButtonProps={{ "aria-label": t("profile.close") }}
    >
      {codes ? (
        <RecoveryCodes codes={codes} school={school} onDone={onClose} />
      ) : (
        <form onSubmit={send} noValidate>
          <Stack gap="md">
            {problem.other && (
              <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
                {problem.other}
              </Alert>
            )}
            {totp ? (
              <>
                <TotpSecret totp={totp} />
                <CodeInput label={t("profile.factor.code")} description={t("profile.factor.code.help")} value={code} onChange={setCode} error={problem.code} autoFocus />
              </>
            ) : (
              <>
                <Text>{t("profile.factor.begin")}</Text>
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
              </>
            )}
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={onClose}>
                {t("profile.cancel")}
              </Button>
              <Button type="submit" loading={beginning.isLoading || confirming.isLoading} disabled={totp ? code.length < 6 : !current}>
                {totp ? t("profile.factor.confirm") : t("profile.next")}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
