import { Checkbox, NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "../parts.module.css";
import { updateQuestion } from "../model/edit";
import type { Kind } from "../model/kinds";
import { setSubjectKey, subjectPartsOf, subjectKeyOf } from "../model/subject";
import type { Question } from "../model/types";
import { useBuilder } from "../useBuilder";

/** The kinds of answer by which a second enquiry of the same family is found. */
const KNOWN: Readonly<Partial<Record<Kind, string>>> = { phone: "phone", email: "email", id: "national_id" };
const NAMES: readonly Kind[] = ["text", "long"];

/** What the school makes of an answer: whose it is, a name for the list, the address of the receipt, the search for doubles. */
export function MarkFields({ question, kind }: { question: Question; kind: Kind }) {
  const { t } = useTranslation("builder");
  const { model, change, readOnly } = useBuilder();
  const { name } = question;
  const known = KNOWN[kind];
  const marks = [
    ...(NAMES.includes(kind)
      ? [
          {
            key: "person" as const,
            on: model.person.includes(name),
            set: (on: boolean) => change({ ...model, person: on ? [...model.person, name] : model.person.filter((each) => each !== name) }),
          },
        ]
      : []),
    ...(kind === "email"
      ? [{ key: "receipt" as const, on: model.receipt?.email === name, set: (on: boolean) => change({ ...model, receipt: on ? { ...model.receipt, email: name } : null }) }]
      : []),
    ...(NAMES.includes(kind) && model.receipt
      ? [
          {
            key: "greeting" as const,
            on: model.receipt.name === name,
            set: (on: boolean) => model.receipt && change({ ...model, receipt: { email: model.receipt.email, ...(on ? { name } : {}) } }),
          },
        ]
      : []),
    ...(known
      ? [
          {
            key: "known" as const,
            on: question.keywords["x-known"] !== undefined,
            set: (on: boolean) =>
              change(
                updateQuestion(model, name, (each) => {
                  const { "x-known": _old, ...rest } = each.keywords;
                  return { ...each, keywords: on ? { ...rest, "x-known": known } : rest };
                }),
              ),
          },
        ]
      : []),
  ];
  const options = subjectPartsOf(kind).map(({ who, what }) => ({ value: `${who}.${what}`, label: t("mark.subject.of", { who: t(`mark.who.${who}`), what: t(`mark.what.${what}`) }) }));
  if (marks.length === 0 && options.length === 0) return null;
  return (
    <fieldset className={classes.box}>
      <legend className={classes.pairLabel}>{t("mark.title")}</legend>
      {options.length > 0 && (
        <NativeSelect
          label={t("mark.subject")}
          description={t("mark.subject.for")}
          value={subjectKeyOf(model, name)}
          data={[{ value: "", label: t("mark.subject.none") }, ...options]}
          disabled={readOnly}
          onChange={(event) => change(setSubjectKey(model, name, event.currentTarget.value))}
        />
      )}
      {marks.map(({ key, on, set }) => (
        <Checkbox key={key} label={t(`mark.${key}`)} description={t(`mark.${key}.for`)} checked={on} disabled={readOnly || (key === "person" && !on && model.person.length >= 5)} onChange={(event) => set(event.currentTarget.checked)} />
      ))}
    </fieldset>
  );
}
