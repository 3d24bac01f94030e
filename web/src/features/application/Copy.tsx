import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { MyApplication } from "@/api/generatedTypes";
import { useSchool } from "@/api/school";
import { AnswersView } from "@/forms/AnswersView";
import card from "@/ui/card.module.css";
import { IconPrinter } from "@/ui/icons";
import { MarkedText } from "@/ui/MarkedText";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import classes from "./application.module.css";

/** What was sent, to read and to print. What was corrected since is said beside it, and never put in its place. */
export function Copy({ shown }: { shown: MyApplication }) {
  const { t } = useTranslation("application");
  const bilingual = useBilingual();
  const format = useFormat();
  const school = useSchool();
  const [open, setOpen] = useState(false);
  const corrected = shown.contact.filter((one) => one.corrected_at);
  const later = shown.files.filter((file) => file.given_at > shown.submitted_at);
  return (
    <section className={card.card} aria-labelledby="copy" data-print>
      <div className={classes.copyHead}>
        <h2 id="copy">{t("application.copy")}</h2>
        <Group gap={8} className="no-print">
          <Button variant="default" aria-expanded={open} aria-controls="copy-answers" onClick={() => setOpen(!open)}>
            {open ? t("application.copy.hide") : t("application.copy.show")}
          </Button>
          <Button variant="default" leftSection={<IconPrinter size={18} stroke={1.5} aria-hidden />} onClick={() => window.print()}>
            {t("application.copy.print")}
          </Button>
        </Group>
      </div>
      <p className={classes.printed}>
        <strong>{bilingual(school.schoolNameLogo.lic_school_name)}</strong>
        <br />
        {bilingual(shown.form_title)} · <bdi dir="ltr">{shown.reference}</bdi> · {t("application.copy.sent", { at: format.instant(shown.submitted_at) })}
      </p>
      {(corrected.length > 0 || later.length > 0) && (
        <ul className={classes.since}>
          {corrected.map((one) => (
            <li key={one.field} className={classes.dated}>
              <MarkedText text={t("application.copy.corrected", { title: bilingual(one.title), value: `\u2066${one.value}\u2069`, date: format.day(one.corrected_at ?? "") })} />
            </li>
          ))}
          {later.map((file) => (
            <li key={file.file}>{t("application.copy.later", { name: `\u2068${file.name}\u2069`, date: format.day(file.given_at) })}</li>
          ))}
        </ul>
      )}
      <div id="copy-answers" className={classes.answers} data-open={open || undefined}>
        <AnswersView document={shown.document} values={shown.values} files={shown.files} />
      </div>
    </section>
  );
}
