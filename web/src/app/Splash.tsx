import { Loader } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useDelayed } from "@/ui/useDelayed";
import classes from "./Splash.module.css";

/** Shown while the school or the session is being asked for, and only when that takes a moment. */
export function Splash() {
  const { t } = useTranslation();
  const due = useDelayed(true, 300);
  return (
    <div className={classes.splash} role="status" aria-label={t("loading")}>
      {due && <Loader size="md" />}
    </div>
  );
}
