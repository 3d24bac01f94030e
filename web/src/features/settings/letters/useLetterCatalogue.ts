import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { LetterField, LetterKind } from "@/api/generated";
import { useListLetterTemplatesQuery } from "@/api/generatedDesk";
import { useLanguage } from "@/i18n/useLanguage";
import type { Insertable } from "../desk/FieldButtons";
import { LETTER_KINDS, type Palette } from "../legal/blocks";

const NONE: readonly LetterField[] = [];

/** The fields that letters of a kind may name, as the server lists them. */
export function useLetterFields(kind: LetterKind): readonly LetterField[] {
  const { data } = useListLetterTemplatesQuery();
  return data?.kinds.find((each) => each.kind === kind)?.fields ?? NONE;
}

/** What a letter is made of: every kind of block, its fields by name with what they read like, its lists, and what a block can depend on. */
export function useLetterPalette(kind: LetterKind): Palette {
  const { t } = useTranslation("settingsLetters");
  const { language } = useLanguage();
  const fields = useLetterFields(kind);
  return useMemo(() => {
    const insertable = ({ name, label, sample }: Pick<LetterField, "name" | "label" | "sample">): Insertable => ({
      token: `{{${name}}}`,
      label: sample[language] ? t("field.sample", { field: label[language], sample: sample[language] }) : label[language],
    });
    const single = fields.filter(({ kind: holds }) => holds !== "list");
    return {
      kinds: LETTER_KINDS,
      fields: single.map(insertable),
      lists: fields.filter(({ kind: holds }) => holds === "list").map(({ name, label, entries }) => ({ name, label: label[language], fields: entries.map(insertable) })),
      asks: fields.map(({ name, label, code }) => ({ name, label: label[language], code: code ?? null })),
    };
  }, [fields, language, t]);
}
