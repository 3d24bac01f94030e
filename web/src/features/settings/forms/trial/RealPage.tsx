import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formPath } from "@/api/formPaths";
import type { Language } from "@/i18n/languages";
import { useMessage } from "@/ui/useMessage";
import { useDesk } from "../../desk/useDesk";
import { PreviewFrame } from "../../preview/PreviewFrame";
import { useLentSession, usePreviewToken } from "../../preview/token";
import classes from "../builder.module.css";

/** The form's own page as the draft has it, on a phone. */
export function RealPage({ form, language }: { form: string; language: Language }) {
  const { t } = useTranslation("builder");
  const message = useMessage();
  const { token, failure, again } = usePreviewToken();
  const { draft } = useDesk();
  useLentSession();
  if (failure) {
    return (
      <div role="alert" className={classes.form}>
        <p>{message(failure)}</p>
        <Button variant="default" onClick={again}>
          {t("retry")}
        </Button>
      </div>
    );
  }
  return <div className={classes.phone}>{token && <PreviewFrame token={token} screen={formPath(form)} language={language} device="phone" turn={String(draft.version)} />}</div>;
}
