import { Button, SegmentedControl, Skeleton } from "@mantine/core";
import "@mantine/core/styles/SegmentedControl.layer.css";
import "@mantine/core/styles/FloatingIndicator.layer.css";
import { useState } from "react";
import { Trans, useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useLanguage } from "@/i18n/useLanguage";
import { BackLink } from "@/ui/BackLink";
import { IconFileText, IconTrash } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useBilingual } from "@/ui/useBilingual";
import { Marks } from "../desk/Marks";
import { Card, RoomHead } from "../desk/RoomHead";
import { toast } from "../desk/toast";
import { useDeskHandle, useSetting, type Setting } from "../desk/useDesk";
import { placeOf } from "../legal/blocks";
import { BothLanguages } from "../legal/BothLanguages";
import * as to from "../paths";
import { AboutCard } from "./AboutCard";
import { ConditionsCard } from "./ConditionsCard";
import { DepositCard } from "./DepositCard";
import { ItemsCard } from "./ItemsCard";
import { fileOf, isLetter, type Letter } from "./letters";
import classes from "./letters.module.css";
import { LetterPreview } from "./LetterPreview";
import type { PartProps } from "./parts";
import { PartsNav } from "./PartsNav";
import { PlansCard } from "./PlansCard";
import { SignersCard } from "./SignersCard";
import { useLetterPalette } from "./useLetterCatalogue";

/** As they stand one below the other. */
const PARTS = ["about", "text", "conditions", "plans", "deposit", "items", "signers"] as const;

/** One letter: written on one side, and on the other as families will see it, page and paper. */
export function LetterEditor({ code }: { code: string }) {
  const { t } = useTranslation("settingsLetters");
  const setting = useSetting<Letter>(fileOf(code), "");
  const back = <BackLink to={to.room("letters")}>{t("back")}</BackLink>;
  if (setting.isLoading) return <Skeleton height={320} radius="md" role="progressbar" aria-label={t("loading")} />;
  if (!isLetter(setting.value)) {
    return (
      <>
        {back}
        <StateScreen order={1} icon={<IconFileText size={28} stroke={1.5} />} title={t("gone")} text={t("gone.text")} />
      </>
    );
  }
  return (
    <>
      {back}
      <Written code={code} letter={setting.value} setting={setting} />
    </>
  );
}

function Written({ code, letter, setting }: { code: string; letter: Letter; setting: Setting<Letter> }) {
  const { t } = useTranslation(["settingsLetters", "settingsDesk"]);
  const bilingual = useBilingual();
  const { language } = useLanguage();
  const desk = useDeskHandle();
  const navigate = useNavigate();
  const palette = useLetterPalette(letter.kind);
  const [view, setView] = useState<"write" | "see">("write");
  const off = setting.readOnly !== null;
  const name = bilingual(letter.title) || t("untitled");
  const part: PartProps = { letter, off, change: (changed, step) => setting.set({ ...letter, ...changed }, step) };
  const remove = () => {
    setting.set(undefined, "remove");
    toast({ text: t("removed", { letter: name }), action: { label: t("settingsDesk:bar.undo"), run: () => void desk.undo() } });
    void navigate(to.room("letters"));
  };
  const parts = {
    about: <AboutCard {...part} />,
    text: (
      <Card title={t("text")} help={t("text.help")}>
        <BothLanguages text={letter.body} palette={palette} beside off={off} problems={setting.problems} at="/body" onChange={(body, step) => part.change({ body }, step)} />
      </Card>
    ),
    conditions: letter.kind === "conditional_offer" && <ConditionsCard {...part} />,
    plans: letter.kind === "acceptance" && <PlansCard {...part} />,
    deposit: letter.kind === "acceptance" && <DepositCard {...part} />,
    items: letter.kind === "financial_request" && <ItemsCard {...part} />,
    signers: <SignersCard {...part} />,
  };
  const shown = PARTS.filter((id) => parts[id]);
  const headings = letter.body[language].flatMap((block, index) => (block.kind === "heading" && block.text.trim() ? [{ id: placeOf(language, index), title: block.text, within: "letter-text" }] : []));
  return (
    <>
      <RoomHead title={name} lead={<Trans t={t} i18nKey="code" values={{ kind: t(`kind.${letter.kind}`), code }} components={{ name: <code dir="ltr" /> }} />}>
        <Button variant="default" size="sm" disabled={off} leftSection={<IconTrash size={16} stroke={1.5} aria-hidden />} onClick={remove}>
          {t("remove")}
        </Button>
      </RoomHead>
      <SegmentedControl
        className={classes.view}
        aria-label={t("view")}
        value={view}
        onChange={(value) => setView(value)}
        data={(["write", "see"] as const).map((value) => ({ value, label: t(`view.${value}`) }))}
      />
      {view === "see" ? (
        <LetterPreview code={code} languages={letter.languages} />
      ) : (
        <div className={classes.written}>
          <PartsNav parts={shown.flatMap((id) => [{ id: `letter-${id}`, title: t(id) }, ...(id === "text" ? headings : [])])} />
          <div className={classes.writing}>
            {shown.map((id) => (
              <div key={id} id={`letter-${id}`} tabIndex={-1} className={classes.part}>
                {parts[id]}
              </div>
            ))}
            <Marks setting={{ ...setting, isChanged: false }} place={{ file: fileOf(code), pointer: "" }} invalid={t("unfinished")} />
          </div>
        </div>
      )}
    </>
  );
}
