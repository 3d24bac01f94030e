import { ActionIcon, Checkbox, Textarea, Tooltip } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "@/i18n/languages";
import { IconBold } from "../desk/icons";
import { inserted, select, selectionOf, wrapped, type Typed } from "../desk/insert";
import { isEmpty, MOST, withWords, wordsOf, type Block, type Palette } from "./blocks";
import { InsertField } from "./InsertField";
import classes from "./legal.module.css";
import { TableFields } from "./TableFields";
import { WhenFields } from "./WhenFields";

interface Props {
  block: Block;
  name: string;
  language: Language;
  palette: Palette;
  off: boolean;
  /** What the server says of it. */
  problem: string | undefined;
  onChange: (block: Block) => void;
}

/** What a block says, with what can be put into it, and when it stands. */
export function BlockFields(props: Props) {
  const { block, palette, name, off, problem, onChange } = props;
  const { t } = useTranslation("settingsWords");
  return (
    <div className={classes.words}>
      {block.kind === "table" ? (
        <TableFields {...props} table={block} onChange={(table) => onChange({ ...table, ...(block.when ? { when: block.when } : {}) })} />
      ) : block.kind === "break" || block.kind === "signatures" ? (
        <p className={classes.quiet}>{t(`legal.${block.kind}.help`)}</p>
      ) : (
        <Words {...props} />
      )}
      {problem && block.kind !== "heading" && block.kind !== "paragraph" && block.kind !== "note" && block.kind !== "list" && (
        <p className={classes.wrong} role="alert">
          {problem}
        </p>
      )}
      {palette.asks.length > 0 && <WhenFields when={block.when} name={name} asks={palette.asks} off={off} onChange={(when) => onChange(withWhen(block, when))} />}
    </div>
  );
}

function withWhen({ when: _before, ...block }: Block, when: Block["when"]): Block {
  return when ? { ...block, when } : block;
}

function Words({ block, name, language, palette, off, problem: told, onChange }: Props) {
  const { t } = useTranslation("settingsWords");
  const field = useRef<HTMLTextAreaElement>(null);
  const words = wordsOf(block);
  const take = (typed: Typed) => {
    onChange(withWords(block, typed.value));
    select(field.current, typed);
  };
  const bold = () => take(wrapped(words, selectionOf(field.current) ?? { from: words.length, to: words.length }, "**"));
  return (
    <>
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
        <InsertField label={t("legal.insert", { block: name })} off={off} fields={palette.fields} onInsert={(token) => take(inserted(words, selectionOf(field.current), token))} />
        {block.kind === "list" && palette.asks.length > 0 && (
          <Checkbox
            size="sm"
            label={t("legal.list.ordered")}
            disabled={off}
            checked={block.ordered ?? false}
            onChange={({ currentTarget: { checked } }) => {
              const { ordered: _before, ...plain } = block;
              onChange(checked ? { ...plain, ordered: true } : plain);
            }}
          />
        )}
      </div>
    </>
  );
}
