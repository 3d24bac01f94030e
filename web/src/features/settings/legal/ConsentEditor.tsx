import { NativeSelect, Skeleton, Switch, TextInput } from "@mantine/core";
import "@mantine/core/styles/Switch.layer.css";
import { Trans, useTranslation } from "react-i18next";
import { LANGUAGES } from "@/i18n/languages";
import { BackLink } from "@/ui/BackLink";
import { IconFileText } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useBilingual } from "@/ui/useBilingual";
import { Marks } from "../desk/Marks";
import { Card, RoomHead } from "../desk/RoomHead";
import { useSetting } from "../desk/useDesk";
import { BothLanguages } from "./BothLanguages";
import { CONSENT_KINDS, consentScreen, CONSENTS, consentsIn, LONGEST_TITLE, type Consent, type ConsentKind } from "./consents";
import classes from "./legal.module.css";
import { usePlainPalette } from "./usePlainPalette";
import { usePreviewOf } from "./usePreviewOf";
import * as to from "../paths";

/** One consent: what it is called, whether families have to agree, and what it says. */
export function ConsentEditor({ code }: { code: string }) {
  const { t } = useTranslation(["settingsWords", "settingsDesk"]);
  const bilingual = useBilingual();
  const palette = usePlainPalette();
  const setting = useSetting<Consent[]>(CONSENTS, "");
  usePreviewOf(consentScreen(code));
  const consents = consentsIn(setting.value);
  const index = consents.findIndex((each) => each.code === code);
  const consent = consents[index];
  const off = setting.readOnly !== null;
  const back = <BackLink to={to.room("legal", "consents")}>{t("consents.back")}</BackLink>;
  if (setting.isLoading) return <Skeleton height={320} radius="md" role="progressbar" aria-label={t("settingsDesk:loading")} />;
  if (!consent) {
    return (
      <>
        {back}
        <StateScreen order={1} icon={<IconFileText size={28} stroke={1.5} />} title={t("consents.gone")} text={t("consents.gone.text")} />
      </>
    );
  }
  const change = (part: Partial<Consent>, step: string) => setting.set(consents.map((each) => (each === consent ? { ...each, ...part } : each)), `${code} ${step}`);
  return (
    <>
      {back}
      <RoomHead title={bilingual(consent.title) || t("consents.untitled")} lead={<Trans t={t} i18nKey="consents.code" values={{ code }} components={{ name: <code dir="ltr" /> }} />} />
      <Card title={t("consents.about")}>
        <div className={classes.pair}>
          {LANGUAGES.map((language) => (
            <TextInput
              key={language}
              label={t(`settingsDesk:in.${language}`, { what: t("consents.title") })}
              lang={language}
              dir={language === "ar" ? "rtl" : "ltr"}
              maxLength={LONGEST_TITLE}
              readOnly={off}
              value={consent.title[language]}
              error={consent.title[language].trim() === "" ? t("consents.title.empty") : undefined}
              onChange={(event) => change({ title: { ...consent.title, [language]: event.currentTarget.value } }, `title ${language}`)}
            />
          ))}
        </div>
        <NativeSelect
          className={classes.about}
          label={t("consents.kind")}
          disabled={off}
          value={consent.kind}
          data={CONSENT_KINDS.map((kind) => ({ value: kind, label: t(`consents.kind.${kind}`) }))}
          onChange={(event) => change({ kind: event.currentTarget.value as ConsentKind }, "kind")}
        />
        <Switch
          label={t("consents.required")}
          description={t(consent.kind === "biometric" ? "consents.required.biometric" : "consents.required.help")}
          disabled={off}
          checked={consent.required}
          onChange={(event) => change({ required: event.currentTarget.checked }, "required")}
        />
      </Card>
      <Card title={t("consents.text")} help={t("legal.own.help")}>
        <BothLanguages text={consent.text} palette={palette} off={off} problems={setting.problems} at={`/${index}/text`} onChange={(text, step) => change({ text }, step)} />
        <Marks setting={{ ...setting, isChanged: false }} place={{ file: CONSENTS, pointer: "" }} withoutProblems invalid={t("consents.unfinished")} />
      </Card>
    </>
  );
}
