import { Button, Text, Title } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useFormPath } from "@/api/formPaths";
import { OWN_DRAFT } from "@/forms/ownDraft";
import { CopyButton } from "@/ui/CopyButton";
import classes from "./admission.module.css";
import type { GivenCode } from "./givenCode";

/** The code that finds the application again, large, before anything else is asked. */
export function SaveCode({ given, onDone }: { given: GivenCode; onDone: () => void }) {
  const { t } = useTranslation("family");
  const navigate = useNavigate();
  const formPath = useFormPath();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const go = () => {
    void navigate(`${formPath(given.form)}#draft=${given.token}`, { state: { begun: true, ...OWN_DRAFT } });
    onDone();
  };
  return (
    <section className={classes.givenCode} data-midway aria-labelledby="keep">
      <Title order={1} id="keep" ref={heading} tabIndex={-1}>
        {t("admission.keep.title")}
      </Title>
      <Text>{t("admission.keep.text")}</Text>
      <output className={classes.code} dir="ltr" aria-label={t("admission.keep.code")}>
        {given.code}
      </output>
      <div className={classes.actions}>
        <CopyButton text={given.code} label={t("admission.keep.copy")} size="md" />
        <Button size="md" variant="default" onClick={() => window.print()}>
          {t("admission.keep.print")}
        </Button>
        <Button size="md" onClick={go}>
          {t("admission.keep.go")}
        </Button>
      </div>
    </section>
  );
}
