import { UnstyledButton } from "@mantine/core";
import { useReducedMotion } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { IconPlayerPause, IconPlayerPlay } from "@/ui/icons";
import { useBilingual } from "@/ui/useBilingual";
import classes from "./SwiperTexts.module.css";

const TURN_MS = 8000;

/** The school's own words, turning slowly; they stop for a pointer, a focus, a button, or reduced motion. */
export function SwiperTexts() {
  const { swiperText: texts } = useSchool();
  const { t } = useTranslation();
  const bilingual = useBilingual();
  const still = useReducedMotion();
  const [at, setAt] = useState(0);
  const [stopped, setStopped] = useState(false);
  const [isPaused, setPaused] = useState(false);
  const turns = texts.length > 1 && !stopped && !isPaused && !still;

  useEffect(() => {
    if (!turns) return;
    const timer = setInterval(() => setAt((now) => (now + 1) % texts.length), TURN_MS);
    return () => clearInterval(timer);
  }, [turns, texts.length]);

  const text = texts[at % Math.max(texts.length, 1)];
  if (!text) return null;
  return (
    // The pointer only pauses; everything that can be done here is a button.
    <section
      className={classes.swiper}
      aria-roledescription={t("swiper.role")}
      aria-label={t("swiper.label")}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <div key={at} className={classes.slide} aria-live={turns ? "off" : "polite"}>
        <p className={classes.title}>{bilingual(text.title)}</p>
        <p className={classes.text}>{bilingual(text.text)}</p>
      </div>
      {texts.length > 1 && (
        <div className={classes.controls}>
          {texts.map((each, index) => (
            <UnstyledButton
              key={each.title.en}
              className={classes.dot}
              aria-label={t("swiper.goto", { n: index + 1, total: texts.length })}
              aria-current={index === at}
              onClick={() => setAt(index)}
            />
          ))}
          {!still && (
            <UnstyledButton className={classes.pause} aria-label={stopped ? t("swiper.play") : t("swiper.pause")} onClick={() => setStopped(!stopped)}>
              {stopped ? <IconPlayerPlay size={18} stroke={1.5} /> : <IconPlayerPause size={18} stroke={1.5} />}
            </UnstyledButton>
          )}
        </div>
      )}
    </section>
  );
}
