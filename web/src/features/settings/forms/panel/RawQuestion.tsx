import { Alert } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { IconTool } from "../icons";
import classes from "./panel.module.css";
import parts from "../parts.module.css";
import type { Question } from "../model/types";

/** A question that was written by hand in a way that the builder has no fields for: shown, and kept as it is. */
export function RawQuestion({ question }: { question: Question }) {
  const { t } = useTranslation("builder");
  const { keywords, itemKeywords } = question;
  return (
    <Alert color="gray" icon={<IconTool stroke={1.5} />} title={t("raw.title")}>
      <p className={classes.rawText}>{t("raw.text")}</p>
      <pre className={parts.code} dir="ltr" tabIndex={0} aria-label={t("raw.code")}>
        {JSON.stringify(itemKeywords ? { ...keywords, items: itemKeywords } : keywords, null, 2)}
      </pre>
    </Alert>
  );
}
