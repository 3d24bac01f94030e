import { Alert } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { FORMS_ID } from "@/ui/OfferedForms";
import { IconAlertCircle } from "@/ui/icons";
import { MarkedText } from "@/ui/MarkedText";
import classes from "./LostNote.module.css";

/** Says that an address is none. The routing rules lead it to the root, and whoever mistyped it would wonder why. */
export function LostNote() {
  const { t } = useTranslation();
  const path = useLostPath();
  if (path === null) return null;
  return (
    <div className={classes.note}>
      <Alert role="alert" color="amber" icon={<IconAlertCircle stroke={1.5} />} title={t("lost.title")}>
        <MarkedText text={t("lost.text", { path })} dir="ltr" />{" "}
        <a className={classes.link} href={`#${FORMS_ID}`}>
          {t("lost.forms")}
        </a>
      </Alert>
    </div>
  );
}

/** The address that was no page, as the page of unknown addresses leaves it (`features/forms`). */
function useLostPath(): string | null {
  const state: unknown = useLocation().state;
  return typeof state === "object" && state !== null && "lost" in state && typeof state.lost === "string" ? state.lost : null;
}
