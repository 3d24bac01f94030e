import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useBilingual } from "@/ui/useBilingual";
import type { FormChange, FormFacts } from "./formChanges";
import { apart } from "./words";

/** What became of a form, as sentences. */
export function useFormWords(): { facts: (facts: FormFacts) => string; change: (change: FormChange) => string } {
  const { t } = useTranslation(["settingsChanges", "settingsDesk", "builder"]);
  const bilingual = useBilingual();
  return useMemo(() => {
    const facts = ({ steps, questions, files, totals, signatures }: FormFacts) =>
      [
        t("facts.steps", { count: steps }),
        t("facts.questions", { count: questions }),
        ...(files > 0 ? [t("facts.files", { count: files })] : []),
        ...(totals > 0 ? [t("facts.totals", { count: totals })] : []),
        ...(signatures > 0 ? [t("facts.signatures", { count: signatures })] : []),
      ].join(t("settingsDesk:comma"));

    const said = (change: FormChange): string => {
      const of = "of" in change ? apart(bilingual(change.of)) : "";
      switch (change.says) {
        case "title":
        case "step.renamed":
        case "renamed":
        case "total.renamed":
          // The same in the reader's language: the words of the other one changed.
          return bilingual(change.of) === bilingual(change.to) ? t(`form.${change.says}.other`, { of }) : t(`form.${change.says}`, { of, to: apart(bilingual(change.to)) });
        case "added":
          return t(change.group ? (change.isRequired ? "form.added.group.required" : "form.added.group") : change.isRequired ? "form.added.required" : "form.added", { of, step: apart(bilingual(change.step)) });
        case "moved":
          return t("form.moved", { of, step: apart(bilingual(change.step)) });
        case "kind":
          return t("form.kind", { of, kind: t(`builder:kind.${change.kind}`) });
        case "choice.added":
        case "choice.removed":
          return t(`form.${change.says}`, { of, count: change.choices.length, choices: change.choices.map((choice) => apart(bilingual(choice))).join(t("settingsDesk:comma")) });
        case "choice.renamed":
          return t("form.choice.renamed", { of, from: apart(bilingual(change.from)), to: apart(bilingual(change.to)) });
        default:
          return t(`form.${change.says}`, { of });
      }
    };

    const change = (one: FormChange) => {
      const text = said(one);
      return "group" in one && one.group && one.says !== "added" ? t("form.inGroup", { group: apart(bilingual(one.group)), text }) : text;
    };
    return { facts, change };
  }, [t, bilingual]);
}
