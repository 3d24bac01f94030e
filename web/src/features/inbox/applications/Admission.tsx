import { useTranslation } from "react-i18next";
import { CopyButton } from "@/ui/CopyButton";
import classes from "./applications.module.css";

/** What the school calls an enrolled child. */
export function Admission({ number }: { number: string }) {
  const { t } = useTranslation("applications");
  return (
    <p className={classes.line}>
      {t("admission")}{" "}
      <bdi dir="ltr" className="tabular">
        <strong>{number}</strong>
      </bdi>{" "}
      <CopyButton size="compact-sm" text={number} label={t("admission.copy")} />
    </p>
  );
}
