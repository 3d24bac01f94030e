import { Alert, Button, NativeSelect, TextInput, Title } from "@mantine/core";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useAdmissionForm } from "@/api/admissionForm";
import { failureOf } from "@/api/envelope";
import { useRegisterApplicantMutation } from "@/api/generated";
import { useAppDispatch } from "@/api/hooks";
import { DELAYED_SIGN_IN_MS, openSession } from "@/api/openSession";
import { rememberDraft } from "@/api/localDrafts";
import { useSchool } from "@/api/school";
import { DateField } from "@/forms/DateField";
import { isIsoDate } from "@/forms/dates";
import { PhoneField } from "@/forms/PhoneField";
import { usePhoneFault } from "@/forms/usePhoneFault";
import { useLanguage } from "@/i18n/useLanguage";
import { useCaptcha } from "@/ui/captcha/useCaptcha";
import { IconAlertCircle } from "@/ui/icons";
import { RetryNote } from "@/ui/RetryNote";
import { useCountdown } from "@/ui/useCountdown";
import { useInstitution } from "@/ui/useInstitution";
import { useMessage } from "@/ui/useMessage";
import { useProblemsByField } from "@/ui/useProblemText";
import classes from "./admission.module.css";
import type { GivenCode } from "./givenCode";

interface Props {
  onBegun: (kept: GivenCode) => void;
  onCancel: () => void;
}

const EMPTY = { child: "", dob: "", grade: "", guardian: "", email: "", phone: "" };
/** Our names of the fields, by the server's paths. */
const PATHS: Readonly<Record<keyof typeof EMPTY, string>> = {
  child: "child.name", dob: "child.dob", grade: "child.grade", guardian: "guardian.name", email: "guardian.email", phone: "guardian.phone",
};

/** Six answers that begin an application without an account. */
export function StartForm({ onBegun, onCancel }: Props) {
  const { t } = useTranslation("family");
  const school = useSchool();
  const { language } = useLanguage();
  const message = useMessage();
  const byField = useProblemsByField();
  const phoneFault = usePhoneFault();
  const dispatch = useAppDispatch();
  const { grades, asksGrade } = useAdmissionForm();
  const context = useInstitution();
  // Who applies for a child writes about two people, everybody else about one.
  const isForChild = context === "school";
  const captcha = useCaptcha();
  const [begin, { isLoading, error, reset }] = useRegisterApplicantMutation();
  const [values, setValues] = useState(EMPTY);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const failure = error ? failureOf(error) : null;
  const wait = useCountdown(failure?.retryAfter, error);
  const faults = failure ? byField(failure.problems) : {};
  useEffect(() => heading.current?.focus(), []);

  const badPhone = values.phone ? phoneFault(values.phone) : t("admission.phone.missing");
  const missing: Partial<Record<keyof typeof EMPTY, string>> = {
    ...(values.child.trim() ? {} : { child: t("admission.child.missing", { context }) }),
    ...(!isIsoDate(values.dob) ? { dob: t("admission.dob.missing") } : values.dob > school.today ? { dob: t("admission.dob.future") } : {}),
    ...(values.grade.trim() || !asksGrade ? {} : { grade: t("admission.grade.missing", { context }) }),
    ...(values.guardian.trim() || !isForChild ? {} : { guardian: t("admission.guardian.missing") }),
    ...(/^[^\s@]+@[^\s@]+$/.test(values.email.trim()) ? {} : { email: t("admission.email.missing") }),
    ...(badPhone ? { phone: badPhone } : {}),
  };
  const errorAt = (field: keyof typeof EMPTY) => (tried && missing[field]) || faults[PATHS[field]];
  const set = (field: keyof typeof EMPTY) => (value: string) => {
    captcha.begin();
    // What was refused is not there any more; a wait is still to be waited.
    if (failure && wait === 0) reset();
    setValues((before) => ({ ...before, [field]: value }));
  };
  const text = (field: keyof typeof EMPTY) => ({
    size: "md" as const,
    value: values[field],
    error: errorAt(field),
    maxLength: 200,
    onChange: (event: { currentTarget: { value: string } }) => set(field)(event.currentTarget.value),
  });

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(missing).length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
      return;
    }
    if (wait > 0 || busy) return;
    setBusy(true);
    const proof = await captcha.token();
    const answer = await begin({
      registerApplicantRequest: {
        child: { name: values.child.trim(), dob: values.dob, grade: values.grade },
        guardian: { name: (isForChild ? values.guardian : values.child).trim(), email: values.email.trim(), phone: values.phone },
        locale: language,
        ...(proof === undefined ? {} : { captcha_token: proof }),
      },
    });
    setBusy(false);
    if (!answer.data) return;
    const { tracking_code: code, draft } = answer.data;
    rememberDraft(school.school_id, draft.form, draft.token);
    onBegun({ code, form: draft.form, token: draft.token });
    await dispatch(openSession(answer.data, { delayMs: DELAYED_SIGN_IN_MS }));
  };
  return (
    <form ref={form} className={classes.card} data-midway onSubmit={(event) => void send(event)} noValidate aria-labelledby="start">
      <div>
        <Title order={1} id="start" ref={heading} tabIndex={-1}>
          {t("admission.start")}
        </Title>
        <p className={classes.quiet}>{t("admission.start.lead", { context })}</p>
      </div>
      <fieldset className={classes.fields}>
        <legend>{t("admission.child.legend", { context })}</legend>
        <TextInput label={t("admission.child", { context })} description={t("admission.child.help", { context })} className={classes.wide} autoComplete={isForChild ? "off" : "name"} {...text("child")} />
        <DateField size="md" label={t("admission.dob")} value={values.dob} max={school.today} error={errorAt("dob")} onChange={set("dob")} autoComplete="off" />
        {asksGrade &&
          (grades.length > 0 ? (
            <NativeSelect label={t("admission.grade", { context })} {...text("grade")} data={[{ value: "", label: t("admission.choose") }, ...grades]} />
          ) : (
            <TextInput label={t("admission.grade", { context })} {...text("grade")} maxLength={60} />
          ))}
      </fieldset>
      <fieldset className={classes.fields}>
        <legend>{t("admission.guardian.legend", { context })}</legend>
        {isForChild && <TextInput label={t("admission.guardian")} className={classes.wide} autoComplete="name" {...text("guardian")} />}
        <TextInput label={t("admission.email")} description={t("admission.email.help")} className={classes.wide} type="email" dir="ltr" autoComplete="email" {...text("email")} />
        <PhoneField size="md" label={t("admission.phone")} value={values.phone} error={errorAt("phone")} onChange={set("phone")} />
      </fieldset>
      {captcha.slot}
      {/* Beside the button that was pressed: on a phone the top of the form is far away. */}
      {failure && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {message(failure.messageId)} <RetryNote left={wait} />
        </Alert>
      )}
      <div className={classes.actions}>
        <Button type="submit" size="md" loading={isLoading || busy} disabled={wait > 0}>
          {t("admission.begin")}
        </Button>
        <Button variant="subtle" size="md" onClick={onCancel}>
          {t("admission.cancel")}
        </Button>
      </div>
    </form>
  );
}
