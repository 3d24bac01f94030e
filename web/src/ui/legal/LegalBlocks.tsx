import { Text, Title } from "@mantine/core";
import { Fragment } from "react";
import type { LegalBlock } from "@/api/legal";
import classes from "./LegalDialog.module.css";

/** A school's own text. Nothing in it is ever HTML: `**…**` becomes bold, everything else stays what it is. */
export function LegalBlocks({ blocks }: { blocks: readonly LegalBlock[] }) {
  return blocks.map((block, index) => {
    if (block.kind === "heading") {
      return (
        <Title key={index} order={3} className={classes.heading}>
          <Bold text={block.text} />
        </Title>
      );
    }
    if (block.kind === "list") {
      return (
        <ul key={index} className={classes.list}>
          {block.items.map((item, at) => (
            <li key={at}>
              <Bold text={item} />
            </li>
          ))}
        </ul>
      );
    }
    // Letters alone have other kinds.
    if (!("text" in block)) return null;
    return (
      <Text key={index} size="sm" className={block.kind === "note" ? classes.note : classes.paragraph}>
        <Bold text={block.text} />
      </Text>
    );
  });
}

function Bold({ text }: { text: string }) {
  return boldParts(text).map(({ bold, text: part }, index) => (bold ? <strong key={index}>{part}</strong> : <Fragment key={index}>{part}</Fragment>));
}

/** Takes a text apart at its `**…**`; a mark without its other half is two stars. */
export function boldParts(text: string): Array<{ text: string; bold: boolean }> {
  return text
    .split(/\*\*(.+?)\*\*/s)
    .map((part, index) => ({ text: part, bold: index % 2 === 1 }))
    .filter((part) => part.text !== "");
}
