import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { Language } from "@/i18n/languages";
import { useMessage } from "@/ui/useMessage";
import { useDesk } from "../../desk/useDesk";
import { useDraftedPath } from "../useDraftedPath";
import { PreviewFrame } from "../../preview/PreviewFrame";
import { useLentSession, usePreviewToken } from "../../preview/token";
import classes from "./trial.module.css";
import parts from "../parts.module.css";

/** The form's own page as the draft has it, on a phone. */
export function RealPage({ form, language }: { form: string; language: Language }) {
  const { t } = useTranslation("builder");
  const message = useMessage();
  const { token, failure, again } = usePreviewToken();
  const { draft } = useDesk();
  const path = useDraftedPath(form);
  useLentSession();
  if (failure) {
    return (
      <div role="alert" className={parts.form}>
        <p>{message(failure)}</p>
        <Button variant="default" onClick={again}>
          {t("retry")}
        </Button>
      </div>
    );
  }
  return <div className={classes.phone}>{token && <PreviewFrame token={token} screen={path} language={language} device="phone" scheme="light" viewer="usual" turn={String(draft.version)} />}</div>;
}
