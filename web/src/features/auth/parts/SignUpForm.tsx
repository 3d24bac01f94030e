import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import { Button, Checkbox, TextInput, UnstyledButton } from "@mantine/core";
import { lazy, Suspense, useRef, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { useRegisterUserMutation } from "@/api/generated";
import { useSchool } from "@/api/school";
import { PhoneField } from "@/forms/PhoneField";
import { usePhoneFault } from "@/forms/usePhoneFault";
import { useLanguage } from "@/i18n/useLanguage";
import { useCaptcha } from "@/ui/captcha/useCaptcha";
import { PasswordField } from "@/ui/fields/PasswordField";
import { judge } from "@/ui/passwordPolicy";
import { useBilingual } from "@/ui/useBilingual";
import { useInstitution } from "@/ui/useInstitution";
import { useProblemsByField } from "@/ui/useProblemText";
import classes from "../auth.module.css";
import { Card } from "./Card";
import { FailureNote } from "./FailureNote";
import { isMail } from "./fields";
import { OtherWays } from "./OtherWays";
import { useRefusal } from "./useRefusal";

const LegalDialog = lazy(async () => ({ default: (await import("@/ui/legal/LegalDialog")).LegalDialog }));

/** The fields of a new account, in the order in which they are asked. */
const FIELDS = ["name", "email", "phone", "password", "terms"] as const;
type Field = (typeof FIELDS)[number];

/** The details of a new account. The server decides about each; what it refuses stands at its field. */
export function SignUpForm({ onSent }: { onSent: (email: string) => void }) {
  const { t } = useTranslation("auth");
  const { language } = useLanguage();
  const school = useSchool();
  const bilingual = useBilingual();
  const context = useInstitution();
  const problemsOf = useProblemsByField();
  const phoneFault = usePhoneFault();
  const captcha = useCaptcha();
  const [signUp, { error, reset }] = useRegisterUserMutation();
  const { failure, wait } = useRefusal(error);
  const [values, setValues] = useState({ name: "", email: "", phone: "", password: "", terms: false });
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const fields = useRef<Partial<Record<Field, HTMLInputElement | null>>>({});
  const at = (field: Field) => (element: HTMLInputElement | null) => {
    fields.current[field] = element;
  };

  const email = values.email.trim();
  const name = values.name.trim();
  const policy = judge(values.password, values.password);
  const badPhone = values.phone ? phoneFault(values.phone) : t("entry.phone.wrong");
  const wrong: Partial<Record<Field, string>> = {
    ...(name ? {} : { name: t("entry.name.missing") }),
    ...(isMail(email) ? {} : { email: t("entry.email.wrong") }),
    ...(badPhone ? { phone: badPhone } : {}),
    ...(policy.longEnough && policy.varied ? {} : { password: t("reset.password.weak") }),
    ...(values.terms ? {} : { terms: t("entry.terms.missing") }),
  };
  const refused = problemsOf(failure?.problems ?? []);
  const errorOf = (field: Field) => (tried && wrong[field]) || refused[field];

  const send = async () => {
    if (wait > 0 || busy) return;
    setTried(true);
    const first = FIELDS.find((field) => wrong[field]);
    if (first) {
      fields.current[first]?.focus();
      return;
    }
    setBusy(true);
    const token = await captcha.token();
    const { phone, password } = values;
    const proof = token ? { captcha_token: token } : {};
    const answer = await signUp({ registerUserRequest: { name, email, phone, password, locale: language, terms_version: school.terms_version, ...proof } });
    setBusy(false);
    if (answer.data) onSent(email);
  };
  const change = (field: Field) => (value: string) => {
    // What was refused is not there any more; a wait is still to be waited.
    if (failure && wait === 0) reset();
    setValues((before) => ({ ...before, [field]: value }));
  };
  const schoolName = school.schoolNameLogo.lic_school_name;

  return (
    <Card title={t("entry.signUp.title")} lead={t("entry.signUp.lead", { context, school: bilingual(schoolName) })} onSubmit={() => void send()} onTouched={captcha.begin}>
      <FailureNote failure={failure} wait={wait} />
      <TextInput ref={at("name")} size="md" name="name" autoComplete="name" label={t("entry.name")} value={values.name} error={errorOf("name")} onChange={(event) => change("name")(event.currentTarget.value)} />
      <TextInput
        ref={at("email")}
        size="md"
        type="email"
        name="email"
        dir="ltr"
        autoComplete="email"
        label={t("signIn.email")}
        description={t("entry.email.help")}
        value={values.email}
        error={errorOf("email")}
        onChange={(event) => change("email")(event.currentTarget.value)}
      />
      <PhoneField ref={at("phone")} label={t("entry.phone")} size="md" value={values.phone} error={errorOf("phone")} onChange={change("phone")} />
      <PasswordField
        ref={at("password")}
        kind="new"
        label={t("entry.password")}
        value={values.password}
        words={[name, email, schoolName.en, schoolName.ar, school.school_id]}
        error={errorOf("password")}
        onChange={change("password")}
      />
      <Terms
        inputRef={at("terms")}
        checked={values.terms}
        error={errorOf("terms")}
        onChange={(terms) => setValues((before) => ({ ...before, terms }))}
      />
      {captcha.slot}
      <Button type="submit" size="md" loading={busy} disabled={wait > 0}>
        {t("entry.signUp.send")}
      </Button>
      <OtherWays here="signUp" />
    </Card>
  );
}

interface TermsProps {
  inputRef: (element: HTMLInputElement | null) => void;
  checked: boolean;
  error: string | undefined;
  onChange: (checked: boolean) => void;
}

function Terms({ inputRef, checked, error, onChange }: TermsProps) {
  const { t } = useTranslation("auth");
  const [which, setWhich] = useState<"terms" | "privacy">("terms");
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  const show = (text: "terms" | "privacy") => {
    setWhich(text);
    setAsked(true);
    setOpen(true);
  };
  return (
    <div>
      <Checkbox ref={inputRef} label={t("entry.terms")} checked={checked} error={error} onChange={(event) => onChange(event.currentTarget.checked)} />
      {/* Beside the box and not inside its label: a link in a label would tick it. */}
      <p className={classes.quiet}>
        <Trans
          t={t}
          i18nKey="entry.terms.read"
          components={{
            terms: <UnstyledButton className={classes.textButton} onClick={() => show("terms")} />,
            privacy: <UnstyledButton className={classes.textButton} onClick={() => show("privacy")} />,
          }}
        />
      </p>
      {asked && (
        <Suspense fallback={null}>
          <LegalDialog which={which} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
