import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAppSelector } from "@/api/hooks";
import { isUnderWay, isUntouched, SETUP_STEPS, useGetSetupQuery } from "@/api/setup";
import { useFormat } from "@/ui/useFormat";
import { IconRocket } from "../desk/icons";
import classes from "./setup.module.css";
import * as to from "../paths";

/** On top of the settings of a new school: how far it is, and the way back to it. */
export function SetupBanner() {
  const { t } = useTranslation("setup");
  const format = useFormat();
  const admin = useAppSelector((state) => state.auth.user?.authority.includes("school_admin") ?? false);
  const { data } = useGetSetupQuery(undefined, { skip: !admin, refetchOnMountOrArgChange: true });
  if (!data || !(isUntouched(data.setup) || isUnderWay(data.setup))) return null;
  const done = SETUP_STEPS.filter((step) => data.setup.done.includes(step)).length;
  return (
    <section className={classes.banner} aria-label={t("title")}>
      <IconRocket size={28} stroke={1.5} aria-hidden />
      <span className={classes.bannerText}>
        <strong>{t(done === 0 ? "banner.begin" : "banner.go")}</strong>
        <span className={classes.quiet}>{t("progress", { done: format.number(done), all: format.number(SETUP_STEPS.length) })}</span>
      </span>
      <Button component={Link} to={to.setup()} variant="default">
        {t(done === 0 ? "banner.begin.act" : "banner.go.act")}
      </Button>
    </section>
  );
}
