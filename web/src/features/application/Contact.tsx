import { Alert, Button, Group, TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { failureOf } from "@/api/envelope";
import { useCorrectApplicationContactMutation } from "@/api/generated";
import { spacedPhone } from "@/forms/phone";
import { PhoneField } from "@/forms/PhoneField";
import { usePhoneFault } from "@/forms/usePhoneFault";
import card from "@/ui/card.module.css";
import { IconAlertCircle } from "@/ui/icons";
import { MailText } from "@/ui/MailText";
import { MarkedText } from "@/ui/MarkedText";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useInstitution } from "@/ui/useInstitution";
import { useMessage } from "@/ui/useMessage";
import { useProblemsByField } from "@/ui/useProblemText";
import classes from "./application.module.css";
import type { Part } from "./useApplication";

/** How the school reaches the family, and the way to say that it is another now. */
export function Contact({ application, shown, language, take, refused }: Part) {
  const { t } = useTranslation("application");
  const bilingual = useBilingual();
  const format = useFormat();
  const message = useMessage();
  const context = useInstitution();
  const byField = useProblemsByField();
  const phoneFault = usePhoneFault();
  const [correct, { isLoading, error, reset }] = useCorrectApplicationContactMutation();
  const [typed, setTyped] = useState<Record<string, string> | null>(null);
  const [tried, setTried] = useState(false);
  if (shown.contact.length === 0) return null;
  const failure = error ? failureOf(error) : null;
  const problems = failure ? byField(failure.problems) : {};
  /** Whose it is comes first; who writes for themselves knows it. */
  const label = ({ whose, title }: Part["shown"]["contact"][number]) => {
    const who = whose === "child" ? t("application.contact.child", { context }) : whose === "guardian" ? t("application.contact.guardian") : null;
    return who ? t("application.contact.of", { who, what: bilingual(title) }) : bilingual(title);
  };
  const shownAs = (kind: string, value: string) => (kind === "phone" ? spacedPhone(value) : value);

  const changed = typed ? shown.contact.filter((one) => typed[one.field] !== one.value) : [];
  const badPhones = new Map(changed.flatMap(({ field, kind }) => (kind === "phone" ? [[field, phoneFault(typed?.[field] ?? "")] as const] : [])));
  const errorAt = (field: string) => (tried && badPhones.get(field)) || problems[field];
  const set = (field: string) => (value: string) => {
    // What was refused is not there any more.
    if (failure) reset();
    setTyped({ ...typed, [field]: value });
  };

  const leave = () => {
    reset();
    setTyped(null);
    setTried(false);
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!typed || isLoading) return;
    setTried(true);
    if (changed.length === 0) return leave();
    if ([...badPhones.values()].some((fault) => fault !== undefined)) return;
    const values = Object.fromEntries(changed.map((one) => [one.field, typed[one.field] ?? ""]));
    const answer = await correct({ application, correctContactRequest: { values, locale: language } });
    if (answer.data) {
      take(answer.data.application);
      leave();
    } else refused(failureOf(answer.error).messageId);
  };
  return (
    <section className={card.card} aria-labelledby="contact">
      <h2 id="contact">{t("application.contact")}</h2>
      {typed ? (
        <form className={classes.form} onSubmit={(event) => void send(event)} noValidate>
          {failure && failure.problems.length === 0 && (
            <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />}>
              {message(failure.messageId)}
            </Alert>
          )}
          {shown.contact.map((one) => {
            const { field, kind } = one;
            return kind === "phone" ? (
              <PhoneField key={field} label={label(one)} value={typed[field] ?? ""} error={errorAt(field)} onChange={set(field)} />
            ) : (
              <TextInput
                key={field}
                label={label(one)}
                type="email"
                dir="ltr"
                value={typed[field] ?? ""}
                error={errorAt(field)}
                onChange={(event) => set(field)(event.currentTarget.value)}
              />
            );
          })}
          <p className={classes.quiet}>{t("application.contact.text")}</p>
          <Group gap={8}>
            <Button type="submit" loading={isLoading}>
              {t("application.contact.save")}
            </Button>
            <Button variant="default" onClick={leave}>
              {t("application.cancel")}
            </Button>
          </Group>
        </form>
      ) : (
        <>
          <dl className={classes.details}>
            {shown.contact.map((one) => (
              <div key={one.field}>
                <dt>{label(one)}</dt>
                <dd>
                  {one.kind === "email" ? <MailText address={one.value} /> : <bdi dir="ltr">{shownAs(one.kind, one.value)}</bdi>}
                  {one.corrected_at && (
                    <span className={`${classes.quiet} ${classes.dated}`}>
                      <MarkedText text={t("application.corrected", { date: format.day(one.corrected_at) })} />
                    </span>
                  )}
                </dd>
              </div>
            ))}
          </dl>
          <div>
            <Button variant="default" onClick={() => setTyped(Object.fromEntries(shown.contact.map((one) => [one.field, one.value])))}>
              {t("application.contact.change")}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
