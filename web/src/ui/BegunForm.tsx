import { Button } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { forgetLocalDraft } from "@/api/localDrafts";
import { useSchool } from "@/api/school";
import classes from "./BegunForm.module.css";

interface Props {
  /** The form's id. */
  form: string;
  title: string;
  /** The way back to it. */
  children: ReactNode;
}

/** What was pressed is not there any more: whoever pressed it goes on with what came in its place. */
const toFocus = (element: HTMLElement | null) => element?.focus();

/** A form that was begun in this browser, with a way to be rid of it for who did not begin it: the device may be shared. */
export function BegunForm({ form, title, children }: Props) {
  const { t } = useTranslation();
  const { school_id } = useSchool();
  const [state, setState] = useState<"there" | "asked" | "kept" | "gone">("there");

  if (state === "gone") {
    return (
      <span role="status" ref={toFocus} tabIndex={-1} className={classes.gone}>
        {t("begun.gone")}
      </span>
    );
  }
  if (state !== "asked") {
    return (
      <span className={classes.row}>
        {children}
        <Button ref={state === "kept" ? toFocus : undefined} variant="subtle" color="gray" size="compact-sm" aria-label={t("begun.forget.of", { form: title })} onClick={() => setState("asked")}>
          {t("begun.forget")}
        </Button>
      </span>
    );
  }
  const forget = () => {
    forgetLocalDraft(school_id, form);
    setState("gone");
  };
  return (
    <span role="group" aria-label={t("begun.forget.of", { form: title })} className={classes.row}>
      <span ref={toFocus} tabIndex={-1} className={classes.question}>
        {t("begun.forget.text", { form: title })}
      </span>
      <Button variant="default" size="compact-sm" onClick={forget}>
        {t("begun.forget.do")}
      </Button>
      <Button variant="subtle" size="compact-sm" onClick={() => setState("kept")}>
        {t("begun.forget.keep")}
      </Button>
    </span>
  );
}
