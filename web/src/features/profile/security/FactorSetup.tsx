import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { Dialog } from "@/ui/Dialog";
import { IconAlertCircle } from "@/ui/icons";
import { RecoveryCodes } from "@/ui/RecoveryCodes";
import { TotpSecret } from "@/ui/TotpSecret";
import { useBeginSecondFactorMutation, useConfirmSecondFactorMutation } from "../api";
import { CodeInput } from "./CodeInput";
import { CurrentField } from "./CurrentField";
import { useFactorProblem } from "./useFactorProblem";

/** The way to a second factor: the password, the secret, a code that proves it arrived, the recovery codes. */
export function FactorSetup({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const { t } = useTranslation("profile");
  const { school_id: school } = useSchool();
  const [begin, beginning] = useBeginSecondFactorMutation();
  const [confirm, confirming] = useConfirmSecondFactorMutation();
  const [current, setCurrent] = useState("");
  const [code, setCode] = useState("");
  const [tried, setTried] = useState(false);
  const problem = useFactorProblem(confirming.error ?? beginning.error);
  const totp = beginning.data?.totp;
  const codes = confirming.data?.recovery_codes;

  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (totp) {
      if (code.length >= 6) void confirm({ factorCodeRequest: { code } });
    } else if (current) {
      setTried(false);
      void begin({ beginSecondFactorRequest: { current } });
    }
  };
  return (
    // Once the codes are shown, only the button that says they are kept leads out.
    <Dialog onClose={onClose} locked={Boolean(codes)} closeOnOutside={false} title={codes ? t("profile.factor.codes") : t("profile.factor.setup")} size={560}>
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
                <CodeInput label={t("profile.factor.code")} description={t("profile.factor.code.help")} value={code} onChange={setCode} error={tried && code.length < 6 ? t("profile.factor.code.missing") : problem.code} autoFocus="now" />
              </>
            ) : (
              <>
                <Text>{t(hasPassword ? "profile.factor.begin" : "profile.factor.begin.code")}</Text>
                <CurrentField
                  autoFocus
                  value={current}
                  missing={tried && !current}
                  error={problem.current ?? problem.code}
                  onChange={setCurrent}
                  onSent={() => {
                    setTried(false);
                    setCurrent("");
                    beginning.reset();
                  }}
                />
              </>
            )}
            <Group justify="flex-end" gap="sm">
              <Button variant="default" onClick={onClose}>
                {t("profile.cancel")}
              </Button>
              <Button type="submit" loading={beginning.isLoading || confirming.isLoading}>
                {totp ? t("profile.factor.confirm") : t("profile.next")}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
