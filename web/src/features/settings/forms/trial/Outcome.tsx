import { useTranslation } from "react-i18next";
import { resolveSchema } from "@/forms/conditions";
import type { Values } from "@/forms/model";
import { fieldLabel, nodeAt } from "@/forms/nodes";
import { issueText, labelled, messageText, paramText } from "@/forms/text";
import { useFormSettings } from "@/forms/useFormSettings";
import { useFormsText } from "@/forms/useFormsText";
import { useLanguage } from "@/i18n/useLanguage";
import type { Language } from "@/i18n/languages";
import classes from "../parts.module.css";
import { topQuestions } from "../model/edit";
import { isWordsOnly } from "../model/kinds";
import { localise } from "../model/localise";
import { questionRow } from "../model/order";
import { useBuilder } from "../useBuilder";
import type { CheckAnswer } from "./api";

interface Props {
  result: CheckAnswer & { values: Values };
  language: Language;
}

/** What a trial brought: what is wrong and where, what was worked out, which questions were asked at all. */
export function Outcome({ result, language }: Props) {
  const { t } = useTranslation("builder");
  const forms = useFormsText();
  const { language: own } = useLanguage();
  const settings = useFormSettings();
  const { document, model, select } = useBuilder();
  const local = localise(document, own);
  const resolved = resolveSchema(local.schema, result.values);
  const text = { t: forms, settings, messages: local.messages };
  const asked = topQuestions(model).filter((question) => !isWordsOnly(question));
  const hidden = asked.filter((question) => !(question.name in resolved.properties));
  return (
    <>
      {result.errors.length > 0 && (
        <ul className={classes.problems}>
          {result.errors.map((issue) => (
            <li key={`${issue.path} ${issue.code}`} data-severity={issue.severity}>
              <button type="button" className={classes.link} onClick={() => select(questionRow(issue.path.split("/")[1] ?? ""), "open")}>
                {labelled(fieldLabel(resolved, local.ui, issue.path, (n) => forms("group.item", { n })), issueText(issue, text, nodeAt(resolved, issue.path)), forms)}
              </button>
            </li>
          ))}
        </ul>
      )}
      {result.computed.length > 0 && (
        <dl className={classes.facts}>
          {result.computed.map((each) => (
            <div key={each.key}>
              <dt>{messageText(each.label_code, each.params as Record<string, unknown>, text)}</dt>
              <dd>{paramText(each.value, text) || JSON.stringify(each.value)}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className={classes.quiet} lang={own} data-language={language}>
        {hidden.length === 0 ? t("sheet.shownAll", { count: asked.length }) : t("sheet.shown", { shown: asked.length - hidden.length, count: asked.length, hidden: hidden.map((question) => question.label?.[own] || question.name).join(own === "ar" ? "، " : ", ") })}
      </p>
    </>
  );
}
