import { Button, NativeSelect, Skeleton, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { IconDownload } from "@/ui/icons";
import { useBilingual } from "@/ui/useBilingual";
import { PAPER_LANGUAGES, previewOf, useSaveMadeMutation, type LetterTemplate, type Wanted } from "./calls";
import { useWhyNot } from "./useWhyNot";

interface Props {
  templates: readonly LetterTemplate[] | undefined;
  wanted: Wanted | undefined;
  onWant: (wanted: Wanted) => void;
  /** Whose letter is shown before it is sent; none where nothing is. */
  preview?: string | undefined;
}

/** Which letter, and where it is sent its language and how it looks. */
export function TemplateFields({ templates, wanted, onWant, preview }: Props) {
  const { t } = useTranslation("letters");
  const bilingual = useBilingual();
  const { currency } = useSchool();
  const whyNot = useWhyNot();
  const [save, saving] = useSaveMadeMutation();
  if (!templates) return <Skeleton height={64} role="progressbar" aria-label={t("hand.loading")} />;
  if (!wanted) return null;
  const wrong = whyNot(saving.error);
  return (
    <>
      <NativeSelect
        data-autofocus
        label={t("hand.which")}
        value={wanted.code}
        data={templates.map((each) => ({ value: each.code, label: bilingual(each.title) }))}
        onChange={(event) => {
          const template = templates.find((each) => each.code === event.currentTarget.value);
          if (template) onWant({ code: template.code, language: template.languages });
        }}
      />
      {preview && (
        <>
          <NativeSelect
            label={t("hand.language")}
            value={wanted.language}
            data={PAPER_LANGUAGES.map((value) => ({ value, label: t(`hand.language.${value}`) }))}
            onChange={(event) => onWant({ ...wanted, language: PAPER_LANGUAGES.find((each) => each === event.currentTarget.value) ?? wanted.language })}
          />
          {templates.find(({ code }) => code === wanted.code)?.kind === "financial_request" && (
            <TextInput label={t("hand.amount", { currency })} description={t("hand.amount.hint")} inputMode="decimal" dir="ltr" maxLength={20} value={wanted.amount ?? ""} onChange={(event) => onWant({ ...wanted, amount: event.currentTarget.value })} />
          )}
          <div>
            <Button variant="default" leftSection={<IconDownload size={16} />} loading={saving.isLoading} onClick={() => void save(previewOf(preview, wanted))}>
              {t("hand.preview")}
            </Button>
            {wrong && <p role="alert">{wrong}</p>}
          </div>
        </>
      )}
    </>
  );
}
