import { Button, NativeSelect } from "@mantine/core";
import { arrayMove } from "@dnd-kit/sortable";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "@/i18n/languages";
import { IconPlus } from "@/ui/icons";
import { Sortable } from "../desk/Sortable";
import { toast } from "../desk/toast";
import { useDeskHandle } from "../desk/useDesk";
import { BlockFields } from "./BlockFields";
import { asKind, beginning, MOST, newBlock, placeOf, type Block, type Kind, type Palette } from "./blocks";
import classes from "./legal.module.css";

interface Props {
  blocks: readonly Block[];
  language: Language;
  palette: Palette;
  off: boolean;
  problemAt: (index: number) => string | undefined;
  onChange: (blocks: Block[], step: string) => void;
}

/** Of more blocks than these it is offered to fold them. */
const FEW = 6;

/** The blocks of one language: written, put in order, added and removed. */
export function BlockList({ blocks, language, palette, off, problemAt: told, onChange }: Props) {
  const { t } = useTranslation(["settingsWords", "settingsDesk"]);
  const desk = useDeskHandle();
  const [added, setAdded] = useState(0);
  const [isFolded, setFolded] = useState(false);
  // Of folded ones the one that is written.
  const [open, setOpen] = useState<number | null>(null);
  const name = (index: number) => t("legal.block", { n: index + 1 });
  const change = (index: number, block: Block, step: string) => onChange(blocks.map((each, at) => (at === index ? block : each)), `${language} ${index} ${step}`);
  const remove = (index: number) => {
    onChange(blocks.filter((_, at) => at !== index), `${language} remove ${Date.now()}`);
    toast({ text: t("legal.removed", { block: name(index) }), action: { label: t("settingsDesk:bar.undo"), run: () => void desk.undo() } });
  };
  return (
    <>
      {blocks.length > FEW && (
        <Button
          className={classes.fold}
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            setFolded(!isFolded);
            setOpen(null);
          }}
        >
          {t(isFolded ? "legal.unfold" : "legal.fold")}
        </Button>
      )}
      <Sortable
        names={blocks.map((_, index) => name(index))}
        off={off}
        added={added}
        focusIn="textarea, input"
        onMove={(from, to) => onChange(arrayMove([...blocks], from, to), `${language} move ${Date.now()}`)}
        onRemove={remove}
        head={(index) => (
          <NativeSelect
            className={classes.kind}
            size="xs"
            aria-label={t("legal.kind.of", { block: name(index) })}
            value={blocks[index]?.kind}
            disabled={off}
            data={palette.kinds.map((kind) => ({ value: kind, label: t(`legal.kind.${kind}`) }))}
            onChange={(event) => {
              const block = blocks[index];
              if (block) change(index, asKind(block, event.currentTarget.value as Kind), "kind");
            }}
          />
        )}
      >
        {(index) => {
          const block = blocks[index];
          if (!block) return null;
          return (
            <div id={placeOf(language, index)} tabIndex={-1} className={classes.place}>
              {isFolded && open !== index ? (
                <button type="button" className={classes.folded} lang={language} aria-expanded={false} onClick={() => setOpen(index)}>
                  {beginning(block) || t(`legal.kind.${block.kind}`)}
                </button>
              ) : (
                <BlockFields block={block} name={name(index)} language={language} palette={palette} off={off} problem={told(index)} onChange={(next) => change(index, next, "words")} />
              )}
            </div>
          );
        }}
      </Sortable>
      <div className={classes.adds} role="group" aria-label={t("legal.add")}>
        {palette.kinds.map((kind) => (
          <Button
            key={kind}
            size="sm"
            variant="default"
            disabled={off || blocks.length >= MOST.blocks}
            leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />}
            onClick={() => {
              onChange([...blocks, newBlock(kind)], `${language} add ${Date.now()}`);
              setAdded(added + 1);
              setOpen(blocks.length);
            }}
          >
            {t(`legal.kind.${kind}`)}
          </Button>
        ))}
      </div>
    </>
  );
}
