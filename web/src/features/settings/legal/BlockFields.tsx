import { ActionIcon, Textarea, Tooltip } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { LegalBlock } from "@/api/legal";
import type { Language } from "@/i18n/languages";
import { FieldButtons } from "../desk/FieldButtons";
import { IconBold } from "../desk/icons";
import { inserted, select, selectionOf, wrapped, type Typed } from "../desk/insert";
import { FIELDS, isEmpty, MOST, withWords, wordsOf } from "./blocks";
import classes from "./legal.module.css";

interface Props {
  block: LegalBlock;
  name: string;
  language: Language;
  off: boolean;
  /** What the server says of it. */
  problem: string | undefined;
  onChange: (block: LegalBlock) => void;
}

/** The words of a block, with what can be put into them. */
export function BlockFields({ block, name, language, off, problem: told, onChange }: Props) {
  const { t } = useTranslation("settingsWords");
  const field = useRef<HTMLTextAreaElement>(null);
  const words = wordsOf(block);
  const take = (typed: Typed) => {
    onChange(withWords(block, typed.value));
    select(field.current, typed);
  };
  const bold = () => take(wrapped(words, selectionOf(field.current) ?? { from: words.length, to: words.length }, "**"));
  return (
    <div className={classes.words}>
      <Textarea
        ref={field}
        aria-label={t("legal.words", { block: name })}
        description={block.kind === "list" ? t("legal.list.help") : undefined}
        lang={language}
        dir={language === "ar" ? "rtl" : "ltr"}
        autosize
        minRows={block.kind === "heading" ? 1 : 2}
        maxLength={block.kind === "list" ? undefined : MOST.text}
        value={words}
        readOnly={off}
        error={isEmpty(block) ? t("legal.empty") : told}
        onChange={(event) => onChange(withWords(block, event.currentTarget.value))}
        onKeyDown={(event) => {
          if (!(event.ctrlKey || event.metaKey) || event.code !== "KeyB" || off) return;
          event.preventDefault();
          bold();
        }}
      />
      <div className={classes.tools}>
        <Tooltip label={t("legal.bold.keys")}>
          <ActionIcon variant="default" size={30} disabled={off} aria-label={t("legal.bold", { block: name })} aria-keyshortcuts="Control+B" onMouseDown={(event) => event.preventDefault()} onClick={bold}>
            <IconBold size={16} stroke={2} />
          </ActionIcon>
        </Tooltip>
        <FieldButtons
          label={t("legal.insert", { block: name })}
          off={off}
          fields={FIELDS.map((each) => ({ token: `{{${each}}}`, label: t(`legal.field.${each}`) }))}
          onInsert={(token) => take(inserted(words, selectionOf(field.current), token))}
        />
      </div>
    </div>
  );
}
