import type { MantineColorsTuple } from "@mantine/core";
import { ensureContrast, isHexColour, mix } from "./contrast";

/** Ours, shown until the school's own colours are known and where a school's colour is not a colour. */
export const DEFAULT_PRIMARY = "#1f5f5b";
const DEFAULT_ACCENT = "#b7791f";
const INK = "#121110";
/** The lightest surface that brand-coloured text stands on in the dark scheme. */
const DARK_SURFACE = "#2c2a27";

export interface Brand {
  /** Ten shades; number 8 carries white text, number 4 can be read on the dark scheme. */
  primary: MantineColorsTuple;
  /** For ornament only: never carries text. */
  accent: string;
}

/** Makes a school's colours safe: whatever was chosen, white on it and it on white stay readable. */
export function brandOf(colours: { primary?: string; accent?: string } | undefined): Brand {
  const chosen = colours?.primary && isHexColour(colours.primary) ? colours.primary : DEFAULT_PRIMARY;
  const base = ensureContrast(chosen, "#ffffff", 4.8, INK);
  const onDark = ensureContrast(mix(base, "#ffffff", 0.35), DARK_SURFACE, 4.8, "#ffffff");
  const tint = (share: number) => mix(base, "#ffffff", share);
  return {
    primary: [
      tint(0.95),
      tint(0.9),
      tint(0.8),
      mix(onDark, "#ffffff", 0.3),
      onDark,
      tint(0.35),
      tint(0.22),
      tint(0.1),
      base,
      mix(base, INK, 0.25),
    ],
    accent: colours?.accent && isHexColour(colours.accent) ? colours.accent : DEFAULT_ACCENT,
  };
}
