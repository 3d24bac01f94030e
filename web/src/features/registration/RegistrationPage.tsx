import { Alert, Button, Skeleton } from "@mantine/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useGetPlatformInfoQuery, useLazyGetPlatformCaptchaQuery, useSubscribeMutation, type PlatformInfo } from "@/api/platform";
import { usePhoneFault } from "@/forms/usePhoneFault";
import type { Language } from "@/i18n/languages";
import { useLanguage } from "@/i18n/useLanguage";
import { useCaptchaOf } from "@/ui/captcha/useCaptcha";
import { IconAlertCircle, IconAlertTriangle, IconMail } from "@/ui/icons";
import { RetryNote } from "@/ui/RetryNote";
import { StateScreen } from "@/ui/StateScreen";
import { useCountdown } from "@/ui/useCountdown";
import { useMessage } from "@/ui/useMessage";
import { useTitle } from "@/ui/useTitle";
import { faultsOf, fieldOf, FIELDS, tidySubdomain, useRegistrationDraft, type Field, type Values } from "./draft";
import { Fields } from "./Fields";
import classes from "./registration.module.css";
import { Review } from "./Review";

/** A school asks for a place of its own. */
export function RegistrationPage() {
  const { t } = useTranslation("registration");
  const message = useMessage();
  const { data, error, refetch } = useGetPlatformInfoQuery();
  const draft = useRegistrationDraft();
  useTitle(t("title"));
  if (draft.sentTo) {
    return (
      <StateScreen
        order={1}
        icon={<IconMail size={28} stroke={1.5} />}
        title={t("sent.title")}
        text={<Trans t={t} i18nKey="sent.text" values={{ email: draft.sentTo }} components={{ bdi: <bdi dir="ltr" /> }} />}
        action={
          <Button variant="default" onClick={draft.forget}>
            {t("sent.another")}
          </Button>
        }
      />
    );
  }
  if (data) return <Form info={data} draft={draft} />;
  if (!error) return <Skeleton height={480} radius="md" role="progressbar" aria-label={t("loading")} />;
  return (
    <StateScreen
      role="alert"
      order={1}
      icon={<IconAlertTriangle size={28} stroke={1.5} />}
      title={t("error")}
      text={message(failureOf(error).messageId)}
      action={<Button onClick={() => void refetch()}>{t("retry")}</Button>}
    />
  );
}

/** The request as the server takes it. */
function requestOf(values: Values, info: PlatformInfo, locale: Language, token: string | undefined) {
  const { plan_code, school_name, school_name_ar, subdomain, country, students_estimate, name, email, phone } = values;
  return {
    school_name: school_name.trim(),
    school_name_ar: school_name_ar.trim(),
    subdomain: tidySubdomain(subdomain),
    country,
    plan_code,
    students_estimate: Number(students_estimate),
    contact: { name: name.trim(), email: email.trim(), phone },
    terms_version: info.terms_version,
    locale,
    ...(token ? { captcha_token: token } : {}),
  };
}

function Form({ info, draft }: { info: PlatformInfo; draft: ReturnType<typeof useRegistrationDraft> }) {
  const { t, i18n } = useTranslation("registration");
  const message = useMessage();
  const { language } = useLanguage();
  const [ask] = useLazyGetPlatformCaptchaQuery();
  const riddle = useCallback(async () => (await ask(undefined, false).unwrap()).captcha, [ask]);
  const captcha = useCaptchaOf(riddle, info.captcha_provider !== "off");
  const [subscribe, { error, reset }] = useSubscribeMutation();
  const [view, show] = useState<"fields" | "review">("fields");
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [wanted, setWanted] = useState<{ field: Field } | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const setView = (to: typeof view) => {
    show(to);
    window.scrollTo({ top: 0 });
  };
  const failure = error ? failureOf(error) : null;
  const wait = useCountdown(failure?.retryAfter, error);
  const { values } = draft;
  const faults = faultsOf(values);
  const badPhone = usePhoneFault()(values.phone);

  const refused: Partial<Record<Field, string>> = {};
  for (const problem of failure?.problems ?? []) {
    const field = fieldOf(problem.path);
    const key = problem.code === "malformed" && field !== "subdomain" ? "fault.malformedName" : `fault.${problem.code}`;
    if (field) refused[field] ??= i18n.exists(key, { ns: "registration" }) ? t(key as "fault.missing") : t("fault.other");
  }
  if (failure?.messageId === "T010") refused.subdomain ??= t("fault.taken");
  const faultAt = (field: Field) => (field === "phone" && badPhone) || (faults[field] && t(`fault.${faults[field]}`));
  const errorOf = (field: Field) => (tried && faultAt(field)) || refused[field];
  const focusFirst = (wrong: Partial<Record<Field, unknown>>) => {
    const first = FIELDS.find((field) => wrong[field]);
    if (first) setWanted({ field: first });
    return first !== undefined;
  };
  // Once they are drawn: what was reviewed is fields again.
  useEffect(() => {
    if (wanted && view === "fields") form.current?.querySelector<HTMLElement>(`[data-field="${wanted.field}"] :is(input, select)`)?.focus();
  }, [wanted, view]);

  // On a telephone the button stands far below what is told.
  const unplaced = failure !== null && failure.problems.length === 0 && failure.messageId !== "T010" ? error : null;
  useEffect(() => {
    if (!unplaced) return;
    alert.current?.scrollIntoView({ block: "center" });
    alert.current?.focus({ preventScroll: true });
  }, [unplaced]);

  const review = () => {
    setTried(true);
    if (focusFirst({ phone: badPhone, ...faults })) return;
    setWanted(null);
    setView("review");
  };
  const send = async () => {
    if (busy || wait > 0) return;
    setBusy(true);
    const token = await captcha.token();
    const key = draft.key ?? crypto.randomUUID();
    draft.setKey(key);
    const answer = await subscribe({ "Idempotency-Key": key, subscribeRequest: requestOf(values, info, language, token) });
    setBusy(false);
    if (answer.data) return draft.sent(values.email.trim());
    const { problems, messageId } = failureOf(answer.error);
    if (problems.length === 0 && messageId !== "T010") return;
    setView("fields");
    focusFirst(messageId === "T010" ? { subdomain: true } : Object.fromEntries(problems.map(({ path }) => [fieldOf(path), true])));
  };
  const change = (part: Partial<Values>) => {
    if (failure && wait === 0) reset();
    draft.change(part);
  };

  return (
    <form
      ref={form}
      className={classes.page}
      noValidate
      onFocus={captcha.begin}
      onSubmit={(event) => {
        event.preventDefault();
        if (view === "fields") review();
        else void send();
      }}
    >
      <header>
        <h1 className={classes.title}>{t(view === "fields" ? "title" : "review.title")}</h1>
        <p className={classes.lead}>{t(view === "fields" ? "lead" : "review.lead")}</p>
      </header>
      {failure && (
        <Alert ref={alert} tabIndex={-1} role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
          {message(failure.messageId)} <RetryNote left={wait} />
        </Alert>
      )}
      {view === "fields" ? <Fields info={info} values={values} errorOf={errorOf} onChange={change} /> : <Review info={info} values={values} />}
      {captcha.slot}
      <div className={classes.foot}>
        <Button type="submit" size="md" loading={busy} disabled={wait > 0}>
          {t(view === "fields" ? "toReview" : "send")}
        </Button>
        {view === "review" && (
          <Button variant="default" size="md" onClick={() => setView("fields")}>
            {t("review.change")}
          </Button>
        )}
      </div>
      {view === "fields" && <p className={classes.quiet}>{t("stored")}</p>}
    </form>
  );
}
