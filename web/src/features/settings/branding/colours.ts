import { brandOf } from "@/theme/brand";
import { contrast, isHexColour } from "@/theme/contrast";

/** What WCAG asks of text, and of controls. */
export const READABLE = 4.5;

export interface ColourVerdict {
  valid: boolean;
  /** Against white, 1 to 21. */
  ratio: number;
  readable: boolean;
  /** The shade that pages really wear: the colour itself, or the nearest dark enough. */
  worn: string;
}

/** Whether white can be read on a colour, and what is worn in its place where not. */
export function judge(colour: string): ColourVerdict {
  const valid = isHexColour(colour) && colour.trim().startsWith("#");
  const ratio = valid ? contrast(colour, "#ffffff") : 1;
  return { valid, ratio, readable: ratio >= READABLE, worn: valid ? brandOf({ primary: colour }).primary[8] : colour };
}

/** Every way of writing a colour that people paste, as `#rrggbb`; anything else as it is. */
export function tidy(text: string): string {
  const bare = text.trim().replace(/^#/, "");
  if (/^[0-9a-f]{3}$/i.test(bare)) return `#${[...bare].map((digit) => digit + digit).join("")}`.toLowerCase();
  return /^[0-9a-f]{6}$/i.test(bare) ? `#${bare.toLowerCase()}` : text.trim();
}
