import { Button, Title } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useNavigate } from "react-router";
import { applicationOf, enquiryOf, standingOf, useGradeName } from "@/api/admissionForm";
import { useAppSelector } from "@/api/hooks";
import { nextOpening } from "@/api/rounds";
import { useSchool } from "@/api/school";
import { AskedPapers } from "@/ui/AskedPapers";
import { OfferedForms } from "@/ui/OfferedForms";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useInstitution } from "@/ui/useInstitution";
import classes from "./admission.module.css";
import { SaveCode } from "./SaveCode";
import { storeGivenCode, givenCode, type GivenCode } from "./givenCode";
import { Resume } from "./Resume";
import { RoundCard } from "./RoundCard";
import { StartForm } from "./StartForm";
import { Track } from "./Track";
import * as to from "./paths";
import * as toAuth from "@/features/auth/paths";

/** What is open, what is needed, and the ways back in. Where nobody is signed in the front door beside it is what one begins at. */
export function AdmissionPage() {
  const { t } = useTranslation("family");
  const school = useSchool();
  const context = useInstitution();
  const gradeName = useGradeName();
  const signedIn = useAppSelector((state) => state.auth.status === "signedIn");
  const [given, setGiven] = useState(givenCode);
  const { hash } = useLocation();
  const navigate = useNavigate();
  const { rounds, open, takes } = standingOf(school);
  const shown = [...open, ...rounds.filter((round) => round.state === "before")];
  const papers = school.application?.papers ?? [];
  const withoutAccount = school.authPage.conditionalScreens.without_auth === "Y" && !signedIn;
  const starting = withoutAccount && takes && hash === "#start";

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
      {starting ? <StartForm onBegun={show} onCancel={() => void navigate(to.admission(), { replace: true })} /> : <Intro takes={takes} signedIn={signedIn} />}

      {!starting && <Resume />}

      {shown.length > 0 && (
        <section className={classes.section} aria-labelledby="rounds">
          <Title order={2} id="rounds">
            {t("admission.rounds")}
          </Title>
          <ul className={classes.rounds}>
            {shown.map((round) => (
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
          <AskedPapers papers={papers} list={classes.papers} />
        </section>
      )}

      {!signedIn && (
        <div className={classes.ways}>
          {withoutAccount && <Track />}
          <Account context={context} />
        </div>
      )}
      {signedIn && <OfferedForms />}
    </div>
  );
}

/** Whether the school takes applications now; for who is signed in also the way to the form, as the front door is not there. */
function Intro({ takes, signedIn }: { takes: boolean; signedIn: boolean }) {
  const { t } = useTranslation("family");
  const { t: common } = useTranslation();
  const school = useSchool();
  const bilingual = useBilingual();
  const format = useFormat();
  const context = useInstitution();
  const next = nextOpening(standingOf(school).rounds);
  const application = applicationOf(school);
  const enquiry = enquiryOf(school);
  return (
    <header className={classes.intro}>
      <Title order={1}>{t("admission.title", { context, school: bilingual(school.schoolNameLogo.lic_school_name) })}</Title>
      <p className={classes.lead}>{takes ? t("admission.open.lead") : next ? t("admission.closed.until", { date: format.date(next) }) : t("admission.closed.lead")}</p>
      {signedIn && takes && application && (
        <Button size="md" component={Link} to={application.path}>
          {common("door.apply", { context })}
        </Button>
      )}
      {signedIn && !takes && enquiry && (
        <Button size="md" component={Link} to={enquiry.path}>
          {t("admission.enquire")}
        </Button>
      )}
    </header>
  );
}

/** The ways in for who has an account. */
function Account({ context }: { context: string }) {
  const { t } = useTranslation("family");
  const flags = useSchool().authPage.conditionalScreens;
  return (
    <section className={classes.card}>
      <Title order={2}>{t("admission.account")}</Title>
      <p>{t("admission.account.lead", { context })}</p>
      <div className={classes.actions}>
        {/* Staff have no other way in than the password. */}
        <Button component={Link} to={toAuth.signIn()} variant="default">
          {t("admission.signIn")}
        </Button>
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
  );
}
