import { Button, Group } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { MyApplication } from "@/api/generatedTypes";
import { useSchool } from "@/api/school";
import { AnswersView } from "@/forms/AnswersView";
import { ComputedCard } from "@/forms/Computed";
import { resolveSchema, shownFields, shownSteps } from "@/forms/conditions";
import { asDocument } from "@/forms/model";
import { useFormSettings } from "@/forms/useFormSettings";
import { useFormsText } from "@/forms/useFormsText";
import card from "@/ui/card.module.css";
import { IconPrinter } from "@/ui/icons";
import { MarkedText } from "@/ui/MarkedText";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import classes from "./application.module.css";

/** What was sent, to read and to print, with what is otherwise since at its own question: nothing is put in the place of what was sent. */
export function Copy({ shown }: { shown: MyApplication }) {
  const { t } = useTranslation("application");
  const bilingual = useBilingual();
  const format = useFormat();
  const school = useSchool();
  const forms = useFormsText();
  const settings = useFormSettings();
  const [open, setOpen] = useState(false);
  const asked = useMemo(() => questions(shown), [shown]);
  const corrected = shown.contact.filter((one) => one.corrected_at);
  const isLater = (file: MyApplication["files"][number]) => file.given_at > shown.submitted_at;
  // What has no question in the copy is said above it.
  const corrections = corrected.filter((one) => !asked.has(one.field));
  const later = shown.files.filter((file) => isLater(file) && !asked.has(file.field.split(".")[0] ?? ""));
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
        {bilingual(shown.form_title)} · <bdi dir="ltr">{shown.registration_id ?? shown.reference}</bdi> · {t("application.copy.sent", { at: format.instant(shown.submitted_at) })}
      </p>
      {(corrections.length > 0 || later.length > 0) && (
        <ul className={classes.since}>
          {corrections.map((one) => (
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
        <AnswersView
          document={shown.document}
          values={shown.values}
          files={shown.files.map((file) => ({ ...file, added_at: isLater(file) ? file.given_at : null }))}
          corrections={corrected.map(({ field, value, corrected_at }) => ({ field, value, corrected_at: corrected_at ?? "" }))}
          own
        />
        {shown.computed.length > 0 && (
          <section className={classes.computed} aria-labelledby="computed">
            <h2 id="computed">{t("application.copy.computed")}</h2>
            <p className={classes.quiet}>{t("application.copy.computed.text", { date: format.day(shown.submitted_at) })}</p>
            <ComputedCard computed={shown.computed} text={{ t: forms, settings, messages: shown.document.messages }} pending={false} room="wide" />
          </section>
        )}
      </div>
    </section>
  );
}

/** The questions that the copy shows. */
function questions({ document, values }: MyApplication): Set<string> {
  const form = asDocument(document);
  const resolved = resolveSchema(form.schema, values);
  return new Set(shownSteps(form, resolved).flatMap((step) => shownFields(resolved, step)));
}
