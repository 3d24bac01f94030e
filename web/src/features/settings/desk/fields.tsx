/** Fields of `school.yaml` that say for themselves what is live, what is wrong and who keeps them. */
import { Switch, Textarea, TextInput } from "@mantine/core";
import "@mantine/core/styles/Switch.layer.css";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "@/i18n/languages";
import { useDiagnosticText } from "../publish/useDiagnosticText";
import classes from "./fields.module.css";
import { Marks } from "./Marks";
import { useSchoolSetting } from "./useDesk";

interface TextProps {
  pointer: string;
  label: string;
  description?: ReactNode;
  /** The language that is written in it: its direction and spelling follow. */
  language?: Language;
  type?: "text" | "url" | "tel" | "email";
  lines?: number;
  maxLength?: number;
  placeholder?: string;
  /** An empty field takes the key away instead of holding nothing. */
  emptyIsNone?: boolean;
  /** What else is to be done when it was emptied. */
  onEmpty?: () => unknown;
  error?: string | null;
}

/** One line or a few of text at a place of `school.yaml`. */
export function SettingText({ pointer, label, description, language, type = "text", lines = 1, maxLength, emptyIsNone = false, onEmpty, error }: TextProps) {
  const setting = useSchoolSetting<string | null>(pointer);
  const diagnosticText = useDiagnosticText();
  const [problem] = setting.problems.filter(({ severity }) => severity === "error");
  const props = {
    label,
    description,
    maxLength,
    lang: language,
    dir: language ? (language === "ar" ? "rtl" : "ltr") : type === "text" ? undefined : "ltr",
    value: setting.value ?? "",
    readOnly: setting.readOnly !== null,
    error: error ?? (problem ? diagnosticText(problem) : undefined),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      const isNone = emptyIsNone && value.trim() === "";
      setting.set(isNone ? undefined : value);
      if (isNone) onEmpty?.();
    },
  } as const;
  return (
    <div className={classes.field}>
      {lines > 1 ? <Textarea {...props} minRows={lines} autosize /> : <TextInput {...props} type={type} inputMode={type === "text" ? undefined : type} />}
      <Marks setting={setting} place={{ file: "school.yaml", pointer }} withoutProblems={problem !== undefined} />
    </div>
  );
}

/** The same text in both languages, side by side where there is room. */
export function SettingBilingual({ pointer, label, lines = 1, maxLength }: { pointer: string; label: string; lines?: number; maxLength?: number }) {
  const { t } = useTranslation("settingsDesk");
  return (
    <div className={classes.pair} role="group" aria-label={label}>
      {(["en", "ar"] as const).map((language) => (
        <SettingText key={language} pointer={`${pointer}/${language}`} label={t(`in.${language}`, { what: label })} language={language} lines={lines} maxLength={maxLength} />
      ))}
    </div>
  );
}

interface FlagProps {
  pointer: string;
  label: string;
  description?: ReactNode;
}

/** A "Y" or "N" as a switch. */
export function SettingFlag({ pointer, label, description }: FlagProps) {
  const setting = useSchoolSetting<string>(pointer);
  return (
    <div className={classes.field}>
      <Switch
        label={label}
        description={description}
        checked={setting.value === "Y"}
        disabled={setting.readOnly !== null}
        onChange={(event) => setting.set(event.currentTarget.checked ? "Y" : "N")}
      />
      <Marks setting={setting} place={{ file: "school.yaml", pointer }} />
    </div>
  );
}
