import { Alert, SegmentedControl } from "@mantine/core";
import "@mantine/core/styles/SegmentedControl.layer.css";
import "@mantine/core/styles/FloatingIndicator.layer.css";
import { useMediaQuery } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "@/i18n/languages";
import { useLanguage } from "@/i18n/useLanguage";
import { IconAlertTriangle } from "@/ui/icons";
import type { Diagnostic } from "../desk/types";
import { usePreview } from "../preview/context";
import { useDiagnosticText } from "../publish/useDiagnosticText";
import { BlockList } from "./BlockList";
import { lacking, type LegalText, type Palette } from "./blocks";
import classes from "./legal.module.css";

/** Wide enough for two lists of blocks. */
const WIDE = "(min-width: 75em)";

interface Props {
  text: LegalText;
  palette: Palette;
  /** Both beside each other where there is room, to be compared line by line. */
  beside?: boolean;
  off: boolean;
  /** What the server says of the file, and where in it this text stands. */
  problems: readonly Diagnostic[];
  at?: string;
  onChange: (text: LegalText, step: string) => void;
}

/** A text in both languages: the blocks of one of them, and how many the other has. The preview follows. */
export function BothLanguages({ text, palette, beside = false, off, problems, at = "", onChange }: Props) {
  const { t } = useTranslation(["settingsWords", "settingsDesk"]);
  const { language: own } = useLanguage();
  const diagnosticText = useDiagnosticText();
  const [language, setLanguage] = useState<Language>(own);
  const show = usePreview()?.change;
  useEffect(() => show?.({ language }), [show, language]);
  const lack = lacking(text);
  const isWide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false });
  /** That a block is empty is seen already. */
  const problemIn = (of: Language) => (index: number) => {
    const place = `${at}/${of}/${index}`;
    const found = problems.find(({ pointer, code }) => (pointer === place || pointer.startsWith(`${place}/`)) && code !== "emptyText");
    return found && diagnosticText(found);
  };
  const list = (of: Language) => (
    <BlockList
      key={of}
      blocks={text[of]}
      language={of}
      palette={palette}
      off={off}
      problemAt={problemIn(of)}
      onChange={(blocks, step) => onChange({ ...text, [of]: blocks }, step)}
    />
  );
  const lacks = lack && (
    <Alert color="amber" role="status" icon={<IconAlertTriangle stroke={1.5} />}>
      {lack.none ? t("legal.lack.none", { language: t(`settingsDesk:language.${lack.language}`) }) : t("legal.lack", { count: lack.fewer, language: t(`settingsDesk:language.${lack.language}`) })}
    </Alert>
  );
  if (beside && isWide) {
    return (
      <>
        {lacks}
        <div className={classes.beside}>
          {LANGUAGES.map((each) => (
            <section key={each} className={classes.side} aria-label={t(`settingsDesk:language.${each}`)}>
              <h3 className={classes.sideName}>
                <Tab language={each} count={text[each].length} lacks={lack?.language === each} />
              </h3>
              {list(each)}
            </section>
          ))}
        </div>
      </>
    );
  }
  return (
    <>
      <SegmentedControl
        fullWidth
        aria-label={t("legal.language")}
        value={language}
        onChange={(value) => setLanguage(value)}
        data={LANGUAGES.map((each) => ({ value: each, label: <Tab language={each} count={text[each].length} lacks={lack?.language === each} /> }))}
      />
      {lacks}
      {list(language)}
    </>
  );
}

/** A language's tab: its own name, how many blocks it has, a mark where it has fewer than the other. */
function Tab({ language, count, lacks }: { language: Language; count: number; lacks: boolean }) {
  const { t } = useTranslation("settingsWords");
  return (
    <span className={classes.tab}>
      <span lang={language}>{LANGUAGE_NAMES[language]}</span>
      <span className={classes.quiet}>{t("legal.blocks", { count })}</span>
      {lacks && <IconAlertTriangle size={16} stroke={1.5} aria-label={t("legal.lacks")} />}
    </span>
  );
}
