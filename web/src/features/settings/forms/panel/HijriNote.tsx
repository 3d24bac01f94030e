import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSchoolSetting } from "../../desk/useDesk";
import parts from "../parts.module.css";
import * as to from "../../paths";

/** Whether families may answer a date by the Hijri calendar too: the school decides it for all its dates. */
export function HijriNote() {
  const { t } = useTranslation("builder");
  const { value } = useSchoolSetting<string>("/hijri");
  return (
    <p className={parts.quiet}>
      {t(value === "Y" ? "date.hijri.on" : "date.hijri.off")} <Link to={to.room("branding")}>{t("date.hijri.where")}</Link>
    </p>
  );
}
