import { Alert, Button, TextInput, Title } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { IconAlertCircle } from "@/ui/icons";
import { isProofAsked, useConfirmed } from "@/ui/useConfirmed";
import { useMessage } from "@/ui/useMessage";
import { useProblemsByField } from "@/ui/useProblemText";
import { useUpdatePersonMutation, type Person } from "@/api/people";
import sheet from "@/ui/page.module.css";
import { TILL_ROLES } from "@/api/roles";
import { Notice } from "./Notice";
import classes from "./people.module.css";
import { PinInput } from "@/ui/people/PinInput";

/** The staff code and the PIN by which a person signs in at a till. */
export function TillAccess({ person, onStale }: { person: Person; onStale: () => void }) {
  const { t } = useTranslation("settings");
  const message = useMessage();
  const byField = useProblemsByField();
  const [change, { isLoading, error }] = useUpdatePersonMutation();
  const { confirmed, dialog } = useConfirmed();
  const [code, setCode] = useState(person.staff_code ?? "");
  // Somebody else's change comes with another version: what stands here is theirs then, unless it was being typed over.
  const [known, setKnown] = useState(person.staff_code ?? "");
  if (known !== (person.staff_code ?? "")) {
    setKnown(person.staff_code ?? "");
    if (code === known) setCode(person.staff_code ?? "");
  }
  const [pin, setPin] = useState("");
  const [saved, setSaved] = useState<"pin" | "code" | null>(null);
  if (!person.staff_code && !person.roles.some((role) => (TILL_ROLES as readonly string[]).includes(role))) return null;
  const failure = error && !isProofAsked(error) ? failureOf(error) : null;
  const fields = failure ? byField(failure.problems) : {};
  const taken = failure?.messageId === "A005";
  const codeChanged = code.trim() !== (person.staff_code ?? "");

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!code.trim() || (!codeChanged && !pin)) return;
    const wanted = { ...(codeChanged ? { staff_code: code.trim() } : {}), ...(pin ? { pin } : {}) };
    const answer = await confirmed(() => change({ id: person.id, personChange: { version: person.version, ...wanted } }));
    if (!answer.error) {
      setSaved(pin && person.has_pin ? "pin" : "code");
      setPin("");
    }
    if (answer.error && failureOf(answer.error).messageId === "A003") onStale();
  };
  return (
    <>
      <form className={classes.section} onSubmit={(event) => void send(event)} noValidate>
        <Title order={3}>{t("people.till")}</Title>
        <span className={sheet.quiet}>{person.has_pin ? t("people.till.has") : t("people.till.hasNot")}</span>
        {person.pin_locked && (
          <Alert color="yellow" icon={<IconAlertCircle stroke={1.5} />}>
            {t("people.till.locked")}
          </Alert>
        )}
        {failure && !taken && !fields.staff_code && !fields.pin && (
          <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
            {message(failure.messageId)}
          </Alert>
        )}
        {saved && <Notice text={t(saved === "pin" ? "people.till.saved" : "people.saved")} />}
        <TextInput
          label={t("people.staffCode")}
          dir="ltr"
          maxLength={20}
          value={code}
          error={taken ? message("A005") : fields.staff_code}
          onChange={(event) => {
            setSaved(null);
            setCode(event.currentTarget.value);
          }}
        />
        <PinInput
          label={person.has_pin ? t("people.pin.new") : t("people.pin")}
          value={pin}
          error={fields.pin}
          onChange={(typed) => {
            setSaved(null);
            setPin(typed);
          }}
        />
        <div>
          <Button type="submit" variant="default" loading={isLoading} disabled={!code.trim() || (!codeChanged && !pin)}>
            {t("settings.save")}
          </Button>
        </div>
      </form>
      {dialog}
    </>
  );
}
