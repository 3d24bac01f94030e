import { Title, type TitleOrder } from "@mantine/core";
import type { ReactNode } from "react";
import { useMaybeSchool } from "@/api/school";
import { directionOf, type Language } from "@/i18n/languages";
import { BlockTable } from "./BlockTable";
import classes from "./blocks.module.css";
import { Runs } from "./Runs";
import { isBoth, placesSignatures, type Filled, type Pair } from "./tree";

export interface BlocksProps {
  /** Below which heading of the page the text's own stand. */
  order?: TitleOrder | undefined;
  /** Draws the signatures where the text has them, or at its end; absent where nobody signs. */
  signatures?: (() => ReactNode) | undefined;
}

/** A filled text in one language. */
export function Blocks({ blocks, language, order = 2, signatures }: BlocksProps & { blocks: readonly Filled[]; language: Language }) {
  return (
    <div className={classes.text} lang={language} dir={directionOf(language)}>
      {blocks.map((block, at) => (
        <Drawn key={at} block={block} order={order} signatures={signatures} />
      ))}
      {signatures && !placesSignatures(blocks) && signatures()}
    </div>
  );
}

/** A filled text in both languages side by side, English left and Arabic right as on paper; below each other where it is narrow. */
export function PairedBlocks({ rows, order = 2, signatures }: BlocksProps & { rows: readonly Pair[] }) {
  const side = (block: Filled | null, language: Language) => (
    <div className={classes.text} lang={language} dir={directionOf(language)}>
      {block && <Drawn block={block} order={order} signatures={signatures} />}
    </div>
  );
  return (
    <div className={classes.paired} dir="ltr">
      {rows.map((row, at) =>
        isBoth(row) ? (
          <div key={at} className={classes.text}>
            <Drawn block={row.both} order={order} signatures={signatures} />
          </div>
        ) : (
          <div key={at} className={classes.pair}>
            {side(row.en, "en")}
            {side(row.ar, "ar")}
          </div>
        ),
      )}
      {signatures && !placesSignatures(rows) && signatures()}
    </div>
  );
}

function Drawn({ block, order, signatures }: { block: Filled; order: TitleOrder; signatures: BlocksProps["signatures"] }): ReactNode {
  switch (block.k) {
    case "heading":
      return (
        <Title order={order} className={classes.heading}>
          <Runs runs={block.c} />
        </Title>
      );
    case "para":
      return (
        <p>
          <Runs runs={block.c} />
        </p>
      );
    case "note":
      return (
        <p className={classes.note}>
          <Runs runs={block.c} />
        </p>
      );
    case "list":
      return <List block={block} />;
    case "table":
      return <BlockTable table={block} />;
    case "break":
      return <hr className={classes.break} />;
    case "signatures":
      return signatures?.();
    default:
      // A kind that this page does not know yet is no reason to show nothing at all.
      return null;
  }
}

/** Arabic counts in the digits that the school counts in. */
function List({ block: { ordered, items } }: { block: Extract<Filled, { k: "list" }> }) {
  const digits = useMaybeSchool()?.digits;
  const Tag = ordered ? "ol" : "ul";
  return (
    <Tag className={classes.list} data-digits={digits}>
      {items.map((item, at) => (
        <li key={at}>
          <Runs runs={item} />
        </li>
      ))}
    </Tag>
  );
}
