import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { applicationOf, enquiryOf, standingOf, useGradeName } from "@/api/admissionForm";
import { localDrafts } from "@/api/localDrafts";
import { nextOpening } from "@/api/rounds";
import { useSchool } from "@/api/school";
import type { SchoolDetails } from "@/api/types";
import * as toAdmission from "@/features/admission/paths";
import * as toAuth from "@/features/auth/paths";
import { AskedPapers } from "@/ui/AskedPapers";
import { BegunForm } from "@/ui/BegunForm";
import { IconClock, IconFileText } from "@/ui/icons";
import { MarkedText } from "@/ui/MarkedText";
import { SchoolContact } from "@/ui/SchoolContact";
import { SchoolMark } from "@/ui/SchoolMark";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useInstitution } from "@/ui/useInstitution";
import classes from "./FrontDoor.module.css";
import { SchoolPicture } from "./SchoolPicture";
import { SwiperTexts } from "./SwiperTexts";

/** Rounds that are told here; the page of dates has all of them. */
const MOST_ROUNDS = 2;

/**
 * What a family sees wherever it arrives: whose school this is, how to apply and until when, how to go on, and whom to call. Beside
 * the page at which one signs in it is `low` on a phone: that form stands on the same screen.
 */
export function FrontDoor({ low = false }: { low?: boolean }) {
  const { t } = useTranslation();
  const context = useInstitution();
  const { schoolNameLogo } = useSchool();
  const onColour = Boolean(schoolNameLogo.lic_school_logo_dark);
  const onPaper = !onColour && schoolNameLogo.logo_on_plate;
  return (
    <section className={classes.door} data-low={low || undefined} aria-label={t("door.label", { context })}>
      <SchoolPicture />
      <div className={classes.inner}>
        <div className={classes.plate} data-colour={onColour || undefined} data-paper={onPaper || undefined}>
          <SchoolMark at="sign_in" onColour={onColour} />
        </div>
        <Beginning />
        <div className={classes.back}>
          <Continue />
          {!low && <SignIn />}
        </div>
        <SchoolContact />
        <div className={classes.words}>
          <SwiperTexts />
        </div>
      </div>
    </section>
  );
}

/** Whether one can apply, for what and until when; how long it takes and which papers it wants. */
function Beginning() {
  const { t } = useTranslation();
  const school = useSchool();
  const format = useFormat();
  const context = useInstitution();
  const gradeName = useGradeName();
  const { rounds, open, takes } = standingOf(school);
  const application = applicationOf(school);
  const enquiry = enquiryOf(school);
  const next = nextOpening(rounds);
  const grades = ({ grades: codes, isRest }: (typeof rounds)[number]) =>
    codes.length > 0 ? codes.map(gradeName).join(t("door.comma")) : t(isRest ? "door.otherGrades" : "door.allGrades", { context });
  if (!application && !enquiry) return null;
  return (
    <div className={classes.part}>
      {application && (
        <div className={classes.head}>
          <h2 className={classes.title}>{takes ? t("door.open", { context }) : next ? t("door.before", { date: format.date(next) }) : t("door.closed")}</h2>
          {takes && rounds.length > MOST_ROUNDS && (
            <Link className={classes.link} to={toAdmission.dates()}>
              {t("door.dates")}
            </Link>
          )}
        </div>
      )}
      {takes && open.length > 0 && (
        <ul className={classes.rounds}>
          {open.slice(0, MOST_ROUNDS).map((round) => (
            <li key={`${round.from}-${round.grades.join()}`}>
              <MarkedText text={t("door.round", { grades: grades(round), year: round.year, date: format.date(round.until) })} />
            </li>
          ))}
        </ul>
      )}
      {takes && application ? (
        <>
          <Button size="md" component={Link} to={wayIn(school, application.path)} className={classes.apply}>
            {t("door.apply", { context })}
          </Button>
          <Needed />
        </>
      ) : (
        enquiry && (
          <>
            {application && <p className={classes.quiet}>{t("door.closed.text")}</p>}
            <Button size="md" component={Link} to={enquiry.path} className={classes.apply}>
              {t("door.ask", { context })}
            </Button>
          </>
        )
      )}
    </div>
  );
}

/** Where an application begins: without an account at the few answers that give a tracking code, else at the form itself. */
function wayIn({ authPage }: SchoolDetails, form: string): string {
  return authPage.conditionalScreens.without_auth === "Y" ? toAdmission.start() : form;
}

/** How long the application takes, and which papers it has a place for. */
function Needed() {
  const { t } = useTranslation();
  const format = useFormat();
  const { application } = useSchool();
  if (!application) return null;
  const { minutes, papers } = application;
  const always = papers.filter((paper) => !paper.is_conditional).length;
  const [shown, most] = [format.number(always), format.number(papers.length)];
  const time = (
    <span className={classes.fact}>
      <IconClock size={18} stroke={1.5} aria-hidden />
      {t("door.minutes", { count: minutes, shown: format.number(minutes) })}
    </span>
  );
  if (papers.length === 0) {
    return (
      <p className={classes.facts}>
        {time}
        <span className={classes.fact}>{t("door.noPapers")}</span>
      </p>
    );
  }
  return (
    <details className={classes.more}>
      <summary className={classes.facts}>
        {time}
        <span className={classes.fact}>
          <IconFileText size={18} stroke={1.5} aria-hidden />
          <span className={classes.opens}>
            {always === papers.length
              ? t("door.papers", { count: always, shown })
              : always === 0
                ? t("door.papersSome", { count: papers.length, shown: most })
                : t("door.papersUpTo", { count: always, shown, most })}
          </span>
        </span>
      </summary>
      <AskedPapers papers={papers} list={classes.papers} />
      <p className={classes.quiet}>{t("door.papers.help")}</p>
    </details>
  );
}

/** For who has an account, staff among them, and who wants one; where they wanted to go is remembered. */
function SignIn() {
  const { t } = useTranslation();
  const { search, pathname } = useLocation();
  const wanted = new URLSearchParams(search).get("redirectUrl");
  const signsUp = useSchool().authPage.conditionalScreens.signUp === "Y" && pathname !== toAuth.signUp();
  return (
    // Whoever comes from here knows the front door: the form comes before it (`PublicShell`).
    <span className={classes.account}>
      <Link className={classes.link} to={wanted ? toAuth.signInFor(wanted) : toAuth.signIn()} state={{ within: true }}>
        {t("door.signIn")}
      </Link>
      {signsUp && (
        <Link className={classes.link} to={toAuth.signUp()} state={{ within: true }}>
          {t("title.signUp")}
        </Link>
      )}
    </span>
  );
}

/** The ways back to what was begun. */
function Continue() {
  const { t } = useTranslation();
  const school = useSchool();
  const bilingual = useBilingual();
  const [drafts] = useState(() => localDrafts(school.school_id));
  const flags = school.authPage.conditionalScreens;
  const here = drafts.flatMap(({ form }) => school.forms.filter((each) => each.id === form));
  if (school.forms.length === 0) return null;
  return (
    <details className={classes.more} open={here.length > 0}>
      <summary>
        <span className={classes.opens}>{t("door.continue")}</span>
      </summary>
      <ul className={classes.ways}>
        {here.map((form) => (
          <li key={form.id}>
            <BegunForm form={form.id} title={bilingual(form.title)}>
              <Link className={classes.link} to={form.path}>
                {t("door.continue.here", { form: bilingual(form.title) })}
              </Link>
            </BegunForm>
          </li>
        ))}
        <li>{t("door.continue.link")}</li>
        {flags.without_auth === "Y" && (
          <li>
            <Link className={classes.link} to={toAdmission.track()}>
              {t("door.continue.code")}
            </Link>
          </li>
        )}
        {flags.otp === "Y" && (
          <li>
            <Link className={classes.link} to={toAuth.codeSignIn()}>
              {t("door.continue.otp")}
            </Link>
          </li>
        )}
        <li>
          <Link className={classes.link} to={toAuth.signIn()}>
            {t("door.continue.account")}
          </Link>
        </li>
      </ul>
    </details>
  );
}
