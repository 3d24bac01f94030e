import "@mantine/core/styles/FloatingIndicator.layer.css";
import "@mantine/core/styles/SegmentedControl.layer.css";
import { NativeSelect, SegmentedControl, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useSchool } from "@/api/school";
import { type Role, STAFF_ROLES, TILL_ROLES } from "@/api/roles";
import { asLanguage, LANGUAGE_NAMES } from "@/i18n/languages";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { isProofAsked, useConfirmed } from "@/ui/useConfirmed";
import { useMessage } from "@/ui/useMessage";
import { useProblemsByField } from "@/ui/useProblemText";
import { useInvitePersonMutation } from "@/api/people";
import { PinInput } from "./PinInput";
import { RolesField } from "./RolesField";

interface Props {
  onClose: () => void;
  onInvited: (id: string) => void;
}

/** Somebody new: by an invitation in the mail, or at a till with a code and a PIN. */
export function InviteDialog({ onClose, onInvited }: Props) {
  const { t } = useTranslation("settings");
  const { languages } = useSchool();
  const message = useMessage();
  const byField = useProblemsByField();
  const [invite, { isLoading, error }] = useInvitePersonMutation();
  const { confirmed, asking, dialog } = useConfirmed();
  const [way, setWay] = useState<"mail" | "till">("mail");
  const [values, setValues] = useState({ name: "", email: "", locale: languages[0] ?? "en", staff_code: "", pin: "" });
  const [roles, setRoles] = useState<Role[]>([]);
  const [tried, setTried] = useState(false);
  const failure = error && !isProofAsked(error) ? failureOf(error) : null;
  const fields = failure ? byField(failure.problems) : {};
  const taken = failure?.messageId === "A005" ? message("A005") : undefined;
  const byMail = way === "mail";
  const offered = byMail ? STAFF_ROLES : TILL_ROLES;
  const chosen = roles.filter((role) => (offered as readonly Role[]).includes(role));
  const missing = {
    name: !values.name.trim() && t("people.name.missing"),
    email: byMail && !/^[^\s@]+@[^\s@]+$/.test(values.email.trim()) && t("people.email.format"),
    staff_code: !byMail && !values.staff_code.trim() && t("people.staffCode.missing"),
    pin: !byMail && values.pin.length < 4 && t("people.pin.bad"),
    roles: chosen.length === 0 && t("people.roles.none"),
  };
  const at = (field: keyof typeof missing) => (tried && missing[field] ? missing[field] : fields[field]);
  const hasFieldErrors = Object.keys(fields).length > 0 || taken;

  const send = async () => {
    setTried(true);
    if (Object.values(missing).some(Boolean)) return;
    const who = byMail ? { email: values.email.trim() } : { staff_code: values.staff_code.trim(), pin: values.pin };
    const answer = await confirmed(() => invite({ invitation: { name: values.name.trim(), locale: values.locale, roles: chosen, ...who } }));
    if (!answer.data) return;
    onInvited(answer.data.person.id);
    onClose();
  };
  const text = (field: "name" | "email" | "staff_code") => ({
    value: values[field],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [field]: value }));
    },
  });
  return (
    <>
      <ConfirmDialog
        opened
        covered={asking}
        onClose={onClose}
        title={t("people.invite.title")}
        confirm={byMail ? t("people.invite.send") : t("people.invite.add")}
        busy={isLoading}
        error={failure && !hasFieldErrors ? message(failure.messageId) : null}
        onConfirm={() => void send()}
      >
        <SegmentedControl
          fullWidth
          aria-label={t("people.invite.way")}
          value={way}
          onChange={(next) => setWay(next)}
          data={[
            { value: "mail", label: t("people.invite.mail") },
            { value: "till", label: t("people.invite.till") },
          ]}
        />
        <TextInput data-autofocus label={t("people.name")} maxLength={200} {...text("name")} error={at("name")} />
        {byMail ? (
          <TextInput label={t("people.email")} description={t("people.email.help")} type="email" dir="ltr" maxLength={200} {...text("email")} error={at("email") ?? taken} />
        ) : (
          <>
            <TextInput label={t("people.staffCode")} description={t("people.staffCode.help")} dir="ltr" maxLength={20} {...text("staff_code")} error={at("staff_code") ?? taken} />
            <PinInput label={t("people.pin")} value={values.pin} error={at("pin")} onChange={(pin) => setValues((before) => ({ ...before, pin }))} />
          </>
        )}
        {languages.length > 1 && (
          <NativeSelect
            label={t("people.locale")}
            value={values.locale}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setValues((before) => ({ ...before, locale: value as typeof before.locale }));
            }}
            data={languages.map((each) => ({ value: each, label: LANGUAGE_NAMES[asLanguage(each)] }))}
          />
        )}
        <RolesField roles={offered} value={chosen} onChange={setRoles} error={at("roles")} />
      </ConfirmDialog>
      {dialog}
    </>
  );
}
