import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Computed } from "@/api/types";
import { useGetFormQuery } from "@/api/generated";
import { issueText, messageText, paramText } from "@/forms/text";
import { useFormSettings } from "@/forms/useFormSettings";
import { useFormsText } from "@/forms/useFormsText";
import { SCHEMA_CODES } from "@/forms/validate";
import { useFormat } from "@/ui/useFormat";
import type { Words } from "./outcome";

const NO_MESSAGES: Record<string, string> = {};

/** The words of a form's outcomes. A code that the live form does not know yet stays as it is. */
export function useOutcomeWords(form: string): Words {
  const { t } = useTranslation("settingsPlugins");
  const forms = useFormsText();
  const settings = useFormSettings();
  const format = useFormat();
  const { data } = useGetFormQuery({ form, lng: settings.language }, { skip: form === "" });
  const messages = data?.form.messages ?? NO_MESSAGES;
  return useMemo(() => {
    const context = { t: forms, settings, messages };
    const message = (code: string, params: Record<string, unknown> = {}) =>
      SCHEMA_CODES.has(code) && !Object.hasOwn(messages, code) ? issueText({ path: "", code, params, severity: "error" }, context) : messageText(code, params, context);
    const value = (kind: string, one: unknown): string => {
      if (kind === "percent" && typeof one === "number") return format.number(one / 100, { style: "percent", maximumFractionDigits: 2 });
      if (kind === "list" && Array.isArray(one)) return one.map((item: { code: string; params?: Record<string, unknown> }) => message(item.code, item.params)).join(t("compare.semicolon"));
      if (kind === "table" && typeof one === "object" && one !== null && "columns" in one && "rows" in one) {
        const { columns, rows } = one as { columns: { kind: string }[]; rows: unknown[][] };
        return rows.map((row) => row.map((cell, at) => value(columns[at]?.kind ?? "text", cell)).join(" · ")).join("\n");
      }
      return paramText(one, context) || (one === null || one === undefined ? "–" : JSON.stringify(one));
    };
    const reason = (each: Computed) => (each.reason_code ? `\n${message(each.reason_code, each.params)}` : "");
    return {
      message,
      computed: (each) => value(each.kind, each.value) + reason(each),
      date: format.date,
      score: (points, outOf) => t("compare.score", { points: format.number(points), outOf: format.number(outOf) }),
    };
  }, [forms, settings, messages, format, t]);
}
