import { AnswersLetter } from "@/forms/AnswersLetter";
import type { AnswerFile, FormDocument, Values } from "@/forms/model";
import { allFields } from "@/forms/nodes";
import { useFormSettings } from "@/forms/useFormSettings";
import { useFormsText } from "@/forms/useFormsText";
import classes from "./parts.module.css";

/** Answers that were written on this device and never reached the school. */
export interface Typed {
  document: FormDocument;
  values: Values;
  files: readonly AnswerFile[];
}

/** Says of them that they are no part of what was sent, and shows them, so that nobody has to remember what they wrote. */
export function TypedHere({ document, values, files }: Typed) {
  const t = useFormsText();
  const settings = useFormSettings();
  const all = allFields(document.schema);
  const fields = document.steps.flatMap((step) => step.fields).filter((field) => field in values && all.has(field));
  // By themselves: what shows them in the form may have been answered elsewhere.
  const schema = { type: "object", properties: Object.fromEntries(fields.map((field) => [field, all.get(field) ?? {}])) };
  return (
    <section className={classes.typed} aria-labelledby="typed-here">
      <h2 id="typed-here">{t("alreadySent.typed.title")}</h2>
      <p>{t("alreadySent.typed.text")}</p>
      <AnswersLetter document={{ ...document, schema, steps: [{ id: "typed", title: "", fields }] }} values={values} files={files} settings={settings} bare />
    </section>
  );
}
