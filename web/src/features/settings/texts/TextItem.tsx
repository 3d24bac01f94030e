import { Button, Textarea, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { formPath } from "@/api/formPaths";
import { useSchool } from "@/api/school";
import type { Language } from "@/i18n/languages";
import { useLanguage } from "@/i18n/useLanguage";
import { IconChevronDown } from "@/ui/icons";
import { useFormat } from "@/ui/useFormat";
import { IconEye } from "../desk/icons";
import { Marks } from "../desk/Marks";
import type { Edit, FoundText } from "../desk/types";
import { useSetting } from "../desk/useDesk";
import { usePreview } from "../preview/context";
import { EXAMPLES, formOf, FORMS, holeProblems, type TextGroup } from "./holes";
import { screenOf } from "./screenOf";
import classes from "./texts.module.css";

interface Props {
  group: TextGroup;
  part: string;
  open: boolean;
  onToggle: () => void;
  drafted: (language: Language, ns: string, pointer: string) => Edit | undefined;
}

/** One text: both languages in a line, and its editor once it is opened. */
export function TextItem({ group, part, open, onToggle, drafted }: Props) {
  const { t } = useTranslation("settingsRooms");
  const preview = usePreview();
  const { forms } = useSchool();
  // The reader's own language stands first.
  const order: readonly Language[] = useLanguage().language === "ar" ? ["ar", "en"] : ["en", "ar"];
  const shown = group.members.at(-1);
  if (!shown) return null;
  const textIn = (language: Language, text: FoundText) => {
    const edit = drafted(language, text.ns, text.pointer);
    if (!edit) return text[language];
    return typeof edit.value === "string" ? edit.value : text.standard[language];
  };
  const own = group.members.some((text) => (["en", "ar"] as const).some((language) => textIn(language, text) !== text.standard[language]));
  const screen = screenOf(group.ns, group.base, (id) => formPath(forms, id), forms[0]?.path ?? null);
  return (
    <li className={classes.item} data-open={open || undefined}>
      <UnstyledButton className={classes.line} aria-expanded={open} onClick={onToggle}>
        <span className={classes.both}>
          {order.map((language) => (
            <bdi key={language} lang={language}>
              {textIn(language, shown)}
            </bdi>
          ))}
        </span>
        <span className={classes.where}>
          <span>{part}</span>
          {own && <span className={classes.own}>{t("texts.own")}</span>}
          {group.plural && <span>{t("texts.counts")}</span>}
        </span>
        <IconChevronDown className={classes.chevron} size={18} stroke={1.5} aria-hidden />
      </UnstyledButton>
      {open && (
        <div className={classes.editor}>
          <div className={classes.columns}>
            {order.map((language) => (
              <div key={language} className={classes.column}>
                {group.members
                  .filter((text) => !group.plural || language === "ar" || ["one", "other"].includes(formOf(text.key) ?? ""))
                  .map((text) => (
                    <Words key={text.key} text={text} language={language} plural={group.plural} />
                  ))}
              </div>
            ))}
          </div>
          <p className={classes.key}>
            <bdi dir="ltr">{`${group.ns} · ${group.base}`}</bdi>
            {preview && screen && (
              <Button size="compact-sm" variant="subtle" leftSection={<IconEye size={16} stroke={1.5} aria-hidden />} onClick={() => preview.change({ screen, pane: "preview" })}>
                {t("texts.see")}
              </Button>
            )}
          </p>
        </div>
      )}
    </li>
  );
}

/** One language of one text. Empty means the standard's words. */
function Words({ text, language, plural }: { text: FoundText; language: Language; plural: boolean }) {
  const { t } = useTranslation(["settingsRooms", "settingsDesk"]);
  const format = useFormat();
  const file = `locales/${language}/${text.ns}.json`;
  const setting = useSetting<string>(file, text.pointer);
  const standard = text.standard[language] ?? null;
  const value = setting.value ?? standard ?? "";
  const form = plural ? formOf(text.key) : null;
  const { missing, unknown } = holeProblems(standard, value, plural);
  const holes = (names: string[]) => names.map((name) => `{{${name}}}`).join(t("settingsDesk:comma"));
  const error = missing.length > 0 ? t("texts.hole.missing", { holes: holes(missing) }) : unknown.length > 0 ? t("texts.hole.unknown", { holes: holes(unknown) }) : undefined;
  const name = t(`settingsDesk:language.${language}`);
  const back = standard !== null && value !== standard && setting.readOnly === null;
  return (
    <div className={classes.words}>
      <Textarea
        label={form && FORMS.includes(form) ? t("texts.form", { language: name, form: t(`texts.form.${form}`, { n: format.number(EXAMPLES[form]) }) }) : name}
        lang={language}
        dir={language === "ar" ? "rtl" : "ltr"}
        autosize
        minRows={1}
        maxLength={2000}
        value={value}
        readOnly={setting.readOnly !== null}
        error={error}
        onChange={(event) => {
          const next = event.currentTarget.value;
          setting.set(next === standard || next.trim() === "" ? undefined : next);
        }}
      />
      {standard !== null && value !== standard && (
        <p className={classes.standard}>
          <span>
            {t("texts.standard")}{" "}
            <bdi lang={language} dir={language === "ar" ? "rtl" : "ltr"}>
              {standard}
            </bdi>
          </span>
          {back && (
            <Button size="compact-xs" variant="subtle" onClick={() => setting.set(undefined, "standard")}>
              {t("texts.back")}
            </Button>
          )}
        </p>
      )}
      {(setting.isLocked || setting.refused || setting.problems.length > 0) && <Marks setting={{ ...setting, isChanged: false }} place={{ file, pointer: text.pointer }} />}
    </div>
  );
}
