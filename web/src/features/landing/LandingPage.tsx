import { Button, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import * as toConsole from "@/features/console/paths";
import * as toRegistration from "@/features/registration/paths";
import { useLanguage } from "@/i18n/useLanguage";
import { SchoolDrawing } from "@/ui/SchoolDrawing";
import { useTitle } from "@/ui/useTitle";
import classes from "./landing.module.css";

const PARTS = ["families", "staff", "own", "rules"] as const;
const STEPS = ["ask", "confirm", "open"] as const;

/** What Qabul is, how a school asks for one of its own, and where its operators sign in. */
export function LandingPage() {
  const { t } = useTranslation("registration");
  const { language } = useLanguage();
  // The bar above says the name in the reader's own script.
  const other = language === "ar" ? "en" : "ar";
  useTitle(t("landing.title"));
  return (
    <div className={classes.page}>
      <section className={classes.hero}>
        <div className={classes.words}>
          <p className={classes.mark}>
            <bdi lang={other}>{other === "ar" ? "قبول" : "Qabul"}</bdi>
          </p>
          <Title order={1} className={classes.title}>
            {t("landing.title")}
          </Title>
          <p className={classes.lead}>{t("landing.lead")}</p>
          <div className={classes.actions}>
            <Button size="md" component={Link} to={toRegistration.registration()}>
              {t("landing.ask")}
            </Button>
            <span className={classes.quiet}>{t("landing.ask.help")}</span>
          </div>
        </div>
        <div className={classes.picture}>
          <SchoolDrawing kind="school" seed="qabul" />
        </div>
      </section>
      <section aria-labelledby="what" className={classes.section}>
        <Title order={2} id="what">
          {t("landing.what")}
        </Title>
        <ul className={classes.parts}>
          {PARTS.map((part) => (
            <li key={part} className={classes.part}>
              <Title order={3}>{t(`landing.part.${part}`)}</Title>
              <p>{t(`landing.part.${part}.text`)}</p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="how" className={classes.section}>
        <Title order={2} id="how">
          {t("landing.how")}
        </Title>
        <ol className={classes.steps}>
          {STEPS.map((step) => (
            <li key={step}>
              <strong>{t(`landing.step.${step}`)}</strong>
              <span>{t(`landing.step.${step}.text`)}</span>
            </li>
          ))}
        </ol>
      </section>
      <section className={classes.others}>
        <p>{t("landing.others")}</p>
        <Link className={classes.link} to={toConsole.signIn()}>
          {t("landing.operators")}
        </Link>
      </section>
    </div>
  );
}
