import { Alert } from "@mantine/core";
import type { ReactNode } from "react";
import { IconInfoCircle } from "@/forms/icons";
import { useFormsText } from "@/forms/useFormsText";
import classes from "./parts.module.css";

/** The server asks whether a person fills this in: why, and what shows it. */
export function Proof({ children }: { children: ReactNode }) {
  const t = useFormsText();
  return (
    <Alert className={classes.banner} color="gray" variant="light" icon={<IconInfoCircle size={20} stroke={1.5} aria-hidden />} title={t("proof.title")}>
      <p className={classes.bannerText}>{t("proof.text")}</p>
      {children}
    </Alert>
  );
}
