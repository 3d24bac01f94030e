import { Textarea, TextInput } from "@mantine/core";
import { useId, type Ref } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "@/i18n/useLanguage";
import classes from "./panel.module.css";
import parts from "../parts.module.css";
import { LANGUAGES, type Language, type Text } from "../model/types";

interface Props {
  label: string;
  help?: string;
  value: Text | null;
  onChange: (value: Text | null) => void;
  /** Empty in both languages means that there is none. */
  optional?: boolean;
  lines?: number;
  maxLength?: number;
  readOnly?: boolean;
  /** The first of the two inputs. */
  focus?: Ref<HTMLInputElement>;
  /** The heading is only for those who hear it. */
  quiet?: boolean;
}

const NOTHING: Text = { key: "", en: "", ar: "" };

/** The same words in both languages, side by side where there is room; the reader's own language comes first. */
export function TextPair({ label, help, value, onChange, optional = false, lines = 1, maxLength = 500, readOnly = false, focus, quiet = false }: Props) {
  const { t } = useTranslation("builder");
  const { language } = useLanguage();
  const id = useId();
  const text = value ?? NOTHING;
  const set = (which: Language, words: string) => {
    const next = { ...text, [which]: words };
    onChange(optional && next.en.trim() === "" && next.ar.trim() === "" ? null : next);
  };
  const order = language === "ar" ? LANGUAGES.toReversed() : LANGUAGES;
  const half = value !== null && (text.en.trim() === "") !== (text.ar.trim() === "");
  const empty = value !== null && !optional && text.en.trim() === "" && text.ar.trim() === "";
  return (
    <div role="group" aria-labelledby={id} aria-describedby={help ? `${id}-help` : undefined} className={classes.pairBox}>
      <span id={id} className={quiet ? "unseen" : parts.pairLabel}>
        {label}
      </span>
      {help && (
        <span id={`${id}-help`} className={parts.quiet}>
          {help}
        </span>
      )}
      <div className={parts.pair}>
        {order.map((which, index) => {
          const props = {
            "aria-label": t(`in.${which}`, { what: label }),
            lang: which,
            dir: which === "ar" ? "rtl" : "ltr",
            value: text[which],
            maxLength,
            readOnly,
            error: (half || empty) && text[which].trim() === "" ? t(`words.missing.${which}`) : undefined,
            onChange: (event: { currentTarget: { value: string } }) => set(which, event.currentTarget.value),
          } as const;
          const tag = <span className={classes.tag}>{which === "ar" ? "ع" : "EN"}</span>;
          return lines > 1 ? (
            <Textarea key={which} {...props} rows={lines} resize="vertical" />
          ) : (
            <TextInput key={which} {...props} ref={index === 0 ? focus : undefined} leftSection={tag} leftSectionPointerEvents="none" />
          );
        })}
      </div>
    </div>
  );
}
