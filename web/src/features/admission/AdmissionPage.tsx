import { Button, Title } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ADMISSION_FORM, useAdmissionForm } from "@/api/admissionForm";
import { formPath } from "@/api/formPaths";
import { useAppSelector } from "@/api/hooks";
import { useSchool } from "@/api/school";
import type { SchoolDetails } from "@/api/types";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import classes from "./admission.module.css";
import { SaveCode } from "./SaveCode";
import { storeGivenCode, givenCode, type GivenCode } from "./givenCode";
import { Resume } from "./Resume";
import { RoundCard } from "./RoundCard";
import { nextOpening, roundsOf } from "./rounds";
import { StartForm } from "./StartForm";
import { Track } from "./Track";
import * as to from "./paths";
import * as toAuth from "@/features/auth/paths";

/** Where a family begins: what is open, what is needed, and the ways in. */
export function AdmissionPage() {
  const { t } = useTranslation("family");
  const school = useSchool();
  const bilingual = useBilingual();
  const format = useFormat();
  const signedIn = useAppSelector((state) => state.auth.status === "signedIn");
  const [given, setGiven] = useState(givenCode);
  const [starting, setStarting] = useState(false);
  const rounds = useMemo(() => roundsOf(school.schoolDates, school.today), [school.schoolDates, school.today]);
  const { papers, gradeName } = useAdmissionForm();
  const open = rounds.filter((round) => round.state === "open");
  const coming = rounds.filter((round) => round.state === "before");
  const next = nextOpening(rounds);
  // A school that has published no dates takes applications whenever its form is open.
  const takes = open.length > 0 || (rounds.length === 0 && school.forms.some((form) => form.open));
  const flags = school.authPage.conditionalScreens;
  const withoutAccount = flags.without_auth === "Y";
  // Who has a session already begins with the form itself.
  const begins = withoutAccount && !signedIn;
  const offered = school.forms.some((form) => form.id === ADMISSION_FORM && form.open);

  const show = (code: GivenCode) => {
    storeGivenCode(code);
    setGiven(code);
  };
  if (given) {
    return (
      <SaveCode
        given={given}
        onDone={() => {
          storeGivenCode(null);
          setGiven(null);
        }}
      />
    );
  }
  return (
    <div className={classes.page}>
      <header className={classes.intro}>
        <Title order={1}>{t("admission.title", { school: bilingual(school.schoolNameLogo.lic_school_name) })}</Title>
        <p className={classes.lead}>{takes ? t("admission.open.lead") : next ? t("admission.closed.until", { date: format.date(next) }) : t("admission.closed.lead")}</p>
        {takes && begins && !starting && (
          <Button size="md" onClick={() => setStarting(true)}>
            {t("admission.start")}
          </Button>
        )}
        {takes && !begins && offered && (
          <Button size="md" component={Link} to={signedIn ? formPath(school.forms, ADMISSION_FORM) : wayIn(flags, formPath(school.forms, ADMISSION_FORM))}>
            {t("admission.start")}
          </Button>
        )}
        {!takes && school.forms.some((form) => form.id === "new" && form.open) && (
          <Button size="md" component={Link} to={formPath(school.forms, "new")}>
            {t("admission.enquire")}
          </Button>
        )}
      </header>

      {starting && <StartForm onBegun={show} onCancel={() => setStarting(false)} />}

      <Resume />

      {[...open, ...coming].length > 0 && (
        <section className={classes.section} aria-labelledby="rounds">
          <Title order={2} id="rounds">
            {t("admission.rounds")}
          </Title>
          <ul className={classes.rounds}>
            {[...open, ...coming].map((round) => (
              <RoundCard key={`${round.year}-${round.from}-${round.grades.join()}`} round={round} gradeName={gradeName} />
            ))}
          </ul>
          <Link className={classes.link} to={to.dates()}>
            {t("admission.allDates")}
          </Link>
        </section>
      )}

      {papers.length > 0 && (
        <section className={classes.section} aria-labelledby="papers">
          <Title order={2} id="papers">
            {t("admission.papers")}
          </Title>
          <p className={classes.quiet}>{t("admission.papers.lead")}</p>
          <ul className={classes.papers}>
            {papers.map((paper) => (
              <li key={paper}>{paper}</li>
            ))}
          </ul>
        </section>
      )}

      {!signedIn && (
        <div className={classes.ways}>
          {withoutAccount && <Track />}
          <section className={classes.card}>
            <Title order={2}>{t("admission.account")}</Title>
            <p>{t("admission.account.lead")}</p>
            <div className={classes.actions}>
              {flags.login !== "N" || flags.otp !== "Y" ? (
                <Button component={Link} to={toAuth.signIn()} variant="default">
                  {t("admission.signIn")}
                </Button>
              ) : null}
              {flags.otp === "Y" && (
                <Button component={Link} to={toAuth.codeSignIn()} variant="default">
                  {t("admission.code")}
                </Button>
              )}
              {flags.signUp === "Y" && (
                <Button component={Link} to={toAuth.signUp()} variant="default">
                  {t("admission.signUp")}
                </Button>
              )}
            </div>
          </section>
        </div>
      )}
      {takes && <FormsOffered />}
    </div>
  );
}

/** Where a family without a session goes to begin: an account comes before the form, and the form after it. */
function wayIn(flags: SchoolDetails["authPage"]["conditionalScreens"], form: string): string {
  const way = flags.signUp === "Y" ? toAuth.signUp() : flags.otp === "Y" ? toAuth.codeSignIn() : toAuth.signIn();
  return `${way}?${new URLSearchParams({ redirectUrl: form }).toString()}`;
}

/** The forms that may be filled without beginning an application. */
function FormsOffered() {
  const { t } = useTranslation("family");
  const school = useSchool();
  const bilingual = useBilingual();
  const forms = school.forms.filter((form) => form.open);
  if (forms.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="forms">
      <Title order={2} id="forms">
        {t("admission.forms")}
      </Title>
      <ul className={classes.links}>
        {forms.map((form) => (
          <li key={form.id}>
            <Link className={classes.link} to={form.path}>
              {bilingual(form.title)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
