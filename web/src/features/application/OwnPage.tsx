import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import * as toDashboard from "@/features/dashboard/paths";
import { BackLink } from "@/ui/BackLink";
import { IconFileText } from "@/ui/icons";
import { SchoolContact } from "@/ui/SchoolContact";
import { StateScreen } from "@/ui/StateScreen";
import { ApplicationView } from "./ApplicationView";
import classes from "./application.module.css";

/** What an account owns of what was sent. */
export function OwnPage() {
  const { t } = useTranslation("application");
  const { id = "" } = useParams();
  const [gone, setGone] = useState<string | null>(null);
  return (
    <>
      <BackLink to={toDashboard.dashboard()}>{t("application.back")}</BackLink>
      {gone === id ? (
        <StateScreen order={1} icon={<IconFileText size={28} stroke={1.5} />} title={t("application.gone.title")} text={t("application.gone.text")} />
      ) : (
        <ApplicationView application={id} onGone={() => setGone(id)} />
      )}
      <div className={classes.whom}>
        <SchoolContact />
      </div>
    </>
  );
}
