import type { Language } from "@/i18n/languages";
import { Blocks, PairedBlocks, type BlocksProps } from "./Blocks";
import classes from "./blocks.module.css";
import { shapeOf, type Body } from "./tree";

interface Props extends BlocksProps {
  body: Body;
  /** The language of a text that is in one. */
  language: Language;
}

/** The whole text of a letter in whatever languages it was made, drawn from the same tree as its PDF; signed once, below both languages. */
export function BodyBlocks({ body, language, ...props }: Props) {
  const shape = shapeOf(body);
  if ("pairs" in shape) return <PairedBlocks rows={shape.pairs} {...props} />;
  if ("blocks" in shape) return <Blocks blocks={shape.blocks} language={language} {...props} />;
  return (
    <div className={classes.after}>
      <Blocks blocks={shape.after.en} language="en" order={props.order} />
      <hr className={classes.break} />
      <Blocks blocks={shape.after.ar} language="ar" {...props} />
    </div>
  );
}
