import "@mantine/core/styles/SegmentedControl.layer.css";
import "@mantine/core/styles/FloatingIndicator.layer.css";
import { Alert, Button, SegmentedControl, Skeleton } from "@mantine/core";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { LegalWhich } from "@/api/legal";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "@/i18n/languages";
import { useLanguage } from "@/i18n/useLanguage";
import { IconAlertTriangle, IconFileText } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { Marks } from "../desk/Marks";
import { Card, RoomHead } from "../desk/RoomHead";
import { toast } from "../desk/toast";
import { useDeskHandle, useSetting } from "../desk/useDesk";
import { useDiagnosticText } from "../publish/useDiagnosticText";
import { usePreview } from "../preview/context";
import { BlockList } from "./BlockList";
import { isLegalText, lacking, type LegalText } from "./blocks";
import classes from "./legal.module.css";
import { useStandard } from "./useStandard";

const NONE: LegalText = { en: [], ar: [] };
const WHICH = ["terms", "privacy"] as const;

/** The school's terms and its privacy policy, as blocks of plain words in both languages. */
export function LegalRoom() {
  const { t } = useTranslation("settingsWords");
  const [which, setWhich] = useState<LegalWhich>("terms");
  const preview = usePreview();
  const show = (next: LegalWhich) => {
    setWhich(next);
    preview?.change({ screen: `/sign-in?legal=${next}` });
  };
  return (
    <>
      <RoomHead title={t("legal.title")} lead={t("legal.lead")} />
      <SegmentedControl
        className={classes.which}
        aria-label={t("legal.which")}
        value={which}
        onChange={(value) => show(value)}
        data={WHICH.map((value) => ({ value, label: t(`legal.${value}`) }))}
      />
      <OneText key={which} which={which} />
    </>
  );
}

function OneText({ which }: { which: LegalWhich }) {
  const { t } = useTranslation(["settingsWords", "settingsDesk"]);
  const { language: own } = useLanguage();
  const preview = usePreview();
  const desk = useDeskHandle();
  const standard = useStandard();
  const say = useDiagnosticText();
  const [language, setLanguage] = useState<Language>(own);
  const file = `texts/${which}.json`;
  const setting = useSetting<LegalText>(file, "");
  const off = setting.readOnly !== null;
  const has = isLegalText(setting.value);
  const text = isLegalText(setting.value) ? setting.value : NONE;
  const lack = has ? lacking(text) : null;
  const change = preview?.change;
  useEffect(() => change?.({ language }), [change, language]);

  /** What the server says of a block; that it is empty or missing is seen already. */
  const told = (index: number) => {
    const found = setting.problems.find(({ pointer, code }) => pointer.startsWith(`/${language}/${index}/`) && code !== "emptyText");
    return found && say(found);
  };
  const begin = async () => setting.set(await standard(which), "begin");
  const giveBack = () => {
    setting.set(undefined, "standard");
    toast({ text: t("legal.standard.done"), action: { label: t("settingsDesk:bar.undo"), run: () => void desk.undo() } });
  };
  if (setting.isLoading) return <Skeleton height={280} radius="md" aria-label={t("settingsDesk:loading")} />;
  return (
    <Card
      title={t(`legal.${which}`)}
      help={has ? t("legal.own.help") : undefined}
      aside={
        has && (
          <Button variant="default" size="sm" disabled={off} onClick={giveBack}>
            {t("legal.standard")}
          </Button>
        )
      }
    >
      {has ? (
        <>
          <SegmentedControl
            fullWidth
            aria-label={t("legal.language")}
            value={language}
            onChange={(value) => setLanguage(value)}
            data={LANGUAGES.map((each) => ({ value: each, label: <Tab language={each} count={text[each].length} lacks={lack?.language === each} /> }))}
          />
          {lack && (
            <Alert color="amber" role="status" icon={<IconAlertTriangle stroke={1.5} />}>
              {lack.none ? t("legal.lack.none", { language: t(`settingsDesk:language.${lack.language}`) }) : t("legal.lack", { count: lack.fewer, language: t(`settingsDesk:language.${lack.language}`) })}
            </Alert>
          )}
          <BlockList key={language} blocks={text[language]} language={language} off={off} told={told} onChange={(blocks, step) => setting.set({ ...text, [language]: blocks }, step)} />
        </>
      ) : (
        <StateScreen
          order={3}
          icon={<IconFileText size={28} stroke={1.5} />}
          title={t("legal.none")}
          text={t("legal.none.text")}
          action={
            <Button disabled={off} onClick={() => void begin()}>
              {t("legal.begin")}
            </Button>
          }
        />
      )}
      <Marks setting={{ ...setting, isChanged: false }} place={{ file, pointer: "" }} withoutProblems invalid={t("legal.unfinished")} />
    </Card>
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
