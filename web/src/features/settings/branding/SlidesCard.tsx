import { Button, Textarea, TextInput } from "@mantine/core";
import { arrayMove } from "@dnd-kit/sortable";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { StateScreen } from "@/ui/StateScreen";
import { IconPlus } from "../desk/icons";
import { Card } from "../desk/RoomHead";
import { Marks } from "../desk/Marks";
import { Sortable } from "../desk/Sortable";
import { toast } from "../desk/toast";
import { useDeskHandle, useSchoolSetting } from "../desk/useDesk";
import classes from "./branding.module.css";
import { IconPhotoOff } from "./icons";

export interface Slide {
  title: { en: string; ar: string };
  text: { en: string; ar: string };
}

const EMPTY: Slide = { title: { en: "", ar: "" }, text: { en: "", ar: "" } };
const MOST = 10;

/** What the school says of itself on its entry screens: added, removed, put in order by hand or keyboard. */
export function SlidesCard() {
  const { t } = useTranslation(["settingsRooms", "settingsDesk"]);
  const setting = useSchoolSetting<Slide[]>("/branding/swiperText");
  const desk = useDeskHandle();
  const [added, setAdded] = useState(0);
  const slides = setting.value ?? [];
  const off = setting.readOnly !== null;

  const change = (index: number, part: Partial<Slide>, step: string) => setting.set(slides.map((slide, at) => (at === index ? { ...slide, ...part } : slide)), `${index} ${step}`);
  const remove = (index: number) => {
    setting.set(slides.filter((_, at) => at !== index), `remove ${Date.now()}`);
    toast({ text: t("slides.removed", { n: index + 1 }), action: { label: t("settingsDesk:bar.undo"), run: () => void desk.undo() } });
  };
  const add = () => {
    setting.set([...slides, EMPTY], `add ${Date.now()}`);
    setAdded(added + 1);
  };

  return (
    <Card
      title={t("slides.title")}
      help={t("slides.help")}
      aside={
        slides.length > 0 && (
          <Button variant="default" size="sm" disabled={off || slides.length >= MOST} leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} onClick={add}>
            {t("slides.add")}
          </Button>
        )
      }
    >
      {slides.length === 0 ? (
        <StateScreen
          order={3}
          icon={<IconPhotoOff size={28} stroke={1.5} />}
          title={t("slides.empty")}
          text={t("slides.empty.text")}
          action={
            <Button disabled={off} onClick={add}>
              {t("slides.first")}
            </Button>
          }
        />
      ) : (
        <Sortable
          names={slides.map((_, index) => t("slides.one", { n: index + 1 }))}
          off={off}
          added={added}
          focusIn="input"
          onMove={(from, to) => setting.set(arrayMove(slides, from, to), `move ${Date.now()}`)}
          onRemove={remove}
        >
          {(index) => {
            const slide = slides[index];
            return slide && <SlideTexts slide={slide} off={off} onChange={(part, step) => change(index, part, step)} />;
          }}
        </Sortable>
      )}
      <Marks setting={setting} place={{ file: "school.yaml", pointer: "/branding/swiperText" }} invalid={t("slides.unfinished")} />
    </Card>
  );
}

interface TextsProps {
  slide: Slide;
  off: boolean;
  onChange: (part: Partial<Slide>, step: string) => void;
}

/** A slide's heading and text, both languages side by side where there is room. */
function SlideTexts({ slide, off, onChange }: TextsProps) {
  const { t } = useTranslation(["settingsRooms", "settingsDesk"]);
  return (
    <div className={classes.slideTexts}>
      {(["en", "ar"] as const).map((language) => {
        const other = language === "en" ? "ar" : "en";
        const lacks = (part: keyof Slide) => (slide[part][language].trim() === "" && slide[part][other].trim() !== "" ? t("slides.both") : undefined);
        const shared = { lang: language, dir: language === "ar" ? ("rtl" as const) : ("ltr" as const), readOnly: off };
        return (
          <div key={language} className={classes.slideText}>
            <TextInput
              {...shared}
              label={t(`settingsDesk:in.${language}`, { what: t("slides.heading") })}
              maxLength={120}
              value={slide.title[language]}
              error={lacks("title")}
              onChange={(event) => onChange({ title: { ...slide.title, [language]: event.currentTarget.value } }, `title ${language}`)}
            />
            <Textarea
              {...shared}
              label={t(`settingsDesk:in.${language}`, { what: t("slides.text") })}
              maxLength={400}
              autosize
              minRows={2}
              value={slide.text[language]}
              error={lacks("text")}
              onChange={(event) => onChange({ text: { ...slide.text, [language]: event.currentTarget.value } }, `text ${language}`)}
            />
          </div>
        );
      })}
    </div>
  );
}
