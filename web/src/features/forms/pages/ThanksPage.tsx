import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Link, useNavigate } from "react-router";
import { applyAt, toldKind } from "@/api/admissionForm";
import { formPath } from "@/api/formPaths";
import { useAppSelector } from "@/api/hooks";
import { useSchool } from "@/api/school";
import * as toAdmission from "@/features/admission/paths";
import { IconCheck, IconCircleCheck, IconCopy, IconFileText, IconUserPlus } from "@/forms/icons";
import { messageText, type TextContext } from "@/forms/text";
import { useFormSettings } from "@/forms/useFormSettings";
import { useFormsText } from "@/forms/useFormsText";
import { formatInstant } from "@/i18n/format";
import { SchoolContact } from "@/ui/SchoolContact";
import { StateScreen } from "@/ui/StateScreen";
import { useBilingual } from "@/ui/useBilingual";
import { useInstitution } from "@/ui/useInstitution";
import { usePersonName } from "@/ui/usePersonName";
import { useTitle } from "@/ui/useTitle";
import { useGetFormQuery, type Coded } from "../api";
import { canCarryOver, readOutcome, type Outcome } from "../outcome";
import { useCopy } from "@/ui/useCopy";
import { FormsOffered } from "../parts/FormsOffered";
import classes from "./ThanksPage.module.css";

/** After sending: the reference, what happens next, what is still missing, and a brother or sister. */
export function ThanksPage() {
  const t = useFormsText();
  const school = useSchool();
  const outcome = readOutcome();
  useTitle(outcome ? t("thanks.title", { context: toldKind(school, outcome.form) }) : t("thanks.empty.title"));
  if (outcome) return <Thanks outcome={outcome} />;
  return (
    <StateScreen order={1} icon={<IconFileText size={28} stroke={1.5} />} title={t("thanks.empty.title")} text={t("thanks.empty.text")} action={<FormsOffered />} />
  );
}

function Thanks({ outcome }: { outcome: Outcome }) {
  const t = useFormsText();
  const settings = useFormSettings();
  const school = useSchool();
  const bilingual = useBilingual();
  const { confirmedTo } = outcome;
  const context = toldKind(school, outcome.form);
  // Elsewhere, and for work, people apply for themselves: nobody has a brother to bring.
  const institution = useInstitution();
  const isForChild = institution === "school" && (context === "application" || context === "enquiry");
  const signedIn = useAppSelector(({ auth }) => auth.status === "signedIn");
  const apply = context === "enquiry" ? applyAt(school, signedIn, toAdmission.start()) : null;
  const missing = outcome.checklist.filter(takesFile);
  const steps = outcome.checklist.filter((item) => !takesFile(item));
  const navigate = useNavigate();
  const { copied, copy } = useCopy();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data } = useGetFormQuery({ form: outcome.form, lng: settings.language, version: outcome.formVersion });
  const text: TextContext = { t, settings, messages: data?.form.messages ?? {} };
  const called = usePersonName();
  const name = bilingual(school.schoolNameLogo.lic_school_name);

  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);

  return (
    <article className={classes.thanks}>
      <header className={classes.head}>
        <IconCircleCheck size={44} stroke={1.5} aria-hidden />
        <h1 ref={heading} tabIndex={-1}>
          {t("thanks.title", { context })}
        </h1>
        <p>{t("thanks.lead", { school: name })}</p>
      </header>

      <section className={classes.reference} aria-labelledby="reference-label">
        <div>
          <p id="reference-label">{t("thanks.reference")}</p>
          <p className={classes.number}>
            <bdi dir="ltr">{outcome.reference}</bdi>
          </p>
          {outcome.whose && (
            <p>
              <bdi>{t("thanks.for", { name: `\u2068${called(outcome.whose)}\u2069` })}</bdi>
            </p>
          )}
          <p>{t("thanks.sentAt", { at: formatInstant(outcome.submittedAt, settings) })}</p>
        </div>
        <Button
          variant="default"
          leftSection={copied ? <IconCheck size={18} stroke={1.5} aria-hidden /> : <IconCopy size={18} stroke={1.5} aria-hidden />}
          onClick={() => void copy(outcome.reference)}
        >
          <span role="status">{copied ? t("copied") : t("thanks.copy")}</span>
        </Button>
      </section>

      {missing.length > 0 && data && (
        <section>
          <h2>{t("thanks.missing", { count: missing.length })}</h2>
          <p>{outcome.myApplication ? t("thanks.missingAdd", { context }) : t("thanks.missingText")}</p>
          <Checklist items={missing} text={text} />
          {outcome.myApplication && (
            <Button className={classes.go} component={Link} to={outcome.myApplication} leftSection={<IconFileText size={18} stroke={1.5} aria-hidden />}>
              {t("thanks.addNow")}
            </Button>
          )}
        </section>
      )}

      {steps.length > 0 && data && (
        <section>
          <h2>{t("thanks.steps")}</h2>
          <Checklist items={steps} text={text} />
        </section>
      )}

      {outcome.myApplication && (
        <section>
          <h2>{t("thanks.own", { context })}</h2>
          <p>{t("thanks.ownText", { context })}</p>
          <Button className={classes.go} component={Link} variant="default" to={outcome.myApplication} leftSection={<IconFileText size={18} stroke={1.5} aria-hidden />}>
            {t("thanks.ownGo", { context })}
          </Button>
        </section>
      )}

      <section>
        <h2>{t("thanks.next")}</h2>
        <ol className={classes.timeline}>
          {(["received", "read", "contact"] as const).map((point) => (
            <li key={point} data-done={point === "received" || undefined}>
              <strong>{t(`thanks.${point}.title`, { context })}</strong>
              <span>{point === "received" && confirmedTo ? t(`thanks.received.to.${confirmedTo}`, { context: institution }) : t(`thanks.${point}.text`, { context, school: name })}</span>
            </li>
          ))}
        </ol>
      </section>

      {apply && (
        <section>
          <h2>{t("thanks.apply.title")}</h2>
          <p>{t("thanks.apply.text")}</p>
          <Button className={classes.go} component={Link} variant="default" to={apply}>
            {t("thanks.apply.action")}
          </Button>
        </section>
      )}

      <SchoolContact />

      {isForChild && canCarryOver(outcome.form) && (
        <section className={classes.sibling}>
          <h2>{t("thanks.sibling.title")}</h2>
          <p>{t("thanks.sibling.text")}</p>
          <Button
            variant="default"
            leftSection={<IconUserPlus size={18} stroke={1.5} aria-hidden />}
            onClick={() => void navigate(formPath(school.forms, outcome.form))}
          >
            {t(context === "application" ? "thanks.sibling.another" : "thanks.sibling.action")}
          </Button>
        </section>
      )}
    </article>
  );
}

/** Whether a file answers it, or something that is done or brought. */
const takesFile = ({ params }: Coded) => params["file"] !== false;

function Checklist({ items, text }: { items: readonly Coded[]; text: TextContext }) {
  return (
    <ul className={classes.checklist}>
      {items.map((item, index) => (
        <li key={`${item.code} ${index}`}>{messageText(item.code, item.params, text)}</li>
      ))}
    </ul>
  );
}
