import { createTheme, type CSSVariablesResolver, type MantineColorsTuple, type MantineThemeOverride } from "@mantine/core";
import type { Brand } from "./brand";

const warmGray: MantineColorsTuple = [
  "#faf9f7", "#f4f2ee", "#e9e6e0", "#dcd8d0", "#c5c0b6", "#a39d92", "#716c63", "#5c574f", "#3d3a35", "#262420",
];
const warmDark: MantineColorsTuple = [
  "#dedbd5", "#c2beb7", "#a9a49b", "#7d7870", "#4d4a45", "#3a3733", "#2c2a27", "#211f1d", "#191816", "#121110",
];

/** For what needs a second look: Mantine's own yellow cannot be read on its light shades. */
const amber: MantineColorsTuple = [
  "#fdf8ec", "#faefd3", "#f3dfae", "#eaca7f", "#e0b454", "#c9962e", "#a97a1b", "#8f6512", "#77530d", "#5c3f08",
];

/** One family per script; the browser picks by character, so a mixed line sits level. */
const FONT = '"Noto Sans Variable", "Noto Sans Arabic Variable", system-ui, sans-serif';

/** The look of the whole application, in a school's colours. */
export function buildTheme(brand: Brand): MantineThemeOverride {
  return createTheme({
    colors: { brand: brand.primary, gray: warmGray, dark: warmDark, amber },
    primaryColor: "brand",
    // Mantine's own shade 6 fails 4.5:1 with white text in most colours.
    primaryShade: { light: 8, dark: 8 },
    black: "#262420",
    fontFamily: FONT,
    fontFamilyMonospace: '"Noto Sans Mono", ui-monospace, monospace',
    fontSizes: { xs: "0.8125rem", sm: "0.9375rem", md: "1.0625rem", lg: "1.25rem", xl: "1.625rem" },
    lineHeights: { xs: "1.4", sm: "1.5", md: "1.55", lg: "1.6", xl: "1.6" },
    spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2rem" },
    radius: { xs: "4px", sm: "6px", md: "8px", lg: "12px", xl: "16px" },
    defaultRadius: "sm",
    headings: {
      fontFamily: FONT,
      fontWeight: "650",
      sizes: {
        h1: { fontSize: "1.625rem", lineHeight: "1.3" },
        h2: { fontSize: "1.25rem", lineHeight: "1.35" },
        h3: { fontSize: "1.0625rem", lineHeight: "1.4" },
        h4: { fontSize: "0.9375rem", lineHeight: "1.45" },
      },
    },
    shadows: {
      xs: "0 1px 2px rgb(38 36 32 / 8%)",
      sm: "0 1px 3px rgb(38 36 32 / 10%)",
      md: "0 6px 24px rgb(38 36 32 / 14%)",
      lg: "0 6px 24px rgb(38 36 32 / 14%)",
      xl: "0 6px 24px rgb(38 36 32 / 14%)",
    },
    respectReducedMotion: true,
    cursorType: "pointer",
    other: { accent: brand.accent },
    components: {
      // Where its button stands, a menu is part of a landmark; at the end of the page it would be part of none.
      // The place that Mantine puts for the focus is no item, and a menu may hold nothing else that takes it.
      Menu: { defaultProps: { withinPortal: false, withInitialFocusPlaceholder: false } },
      Modal: { defaultProps: { transitionProps: { duration: 150 }, closeOnClickOutside: true } },
      // A long word of help takes a second line, and never leaves the screen.
      Tooltip: { defaultProps: { openDelay: 300, withArrow: false, multiline: true, w: "max-content", maw: "min(280px, calc(100vw - 16px))" } },
    },
  });
}

/** Colours that Mantine's defaults leave below 4.5:1, and the surfaces of our shells. */
export const cssVariablesResolver: CSSVariablesResolver = (theme) => ({
  variables: { "--q-accent": String(theme.other.accent ?? theme.colors.brand?.[5]) },
  light: {
    "--mantine-color-dimmed": "var(--mantine-color-gray-7)",
    "--mantine-color-placeholder": "var(--mantine-color-gray-6)",
    "--mantine-color-error": "#b42318",
    "--mantine-color-success": "#0b6b4f",
    "--mantine-color-anchor": "var(--mantine-color-brand-8)",
    "--mantine-color-default-border": "var(--mantine-color-gray-3)",
    "--mantine-color-disabled-color": "var(--mantine-color-gray-6)",
    "--q-page": "var(--mantine-color-gray-0)",
    "--q-surface": "#ffffff",
    "--q-paper": "#ffffff",
    "--q-border": "var(--mantine-color-gray-2)",
    "--q-hover": "var(--mantine-color-gray-1)",
    "--q-selected": "var(--mantine-color-brand-0)",
    "--q-input-border": "var(--mantine-color-gray-5)",
  },
  dark: {
    "--mantine-color-dimmed": "var(--mantine-color-dark-2)",
    "--mantine-color-placeholder": "var(--mantine-color-dark-2)",
    "--mantine-color-error": "#ffa198",
    "--mantine-color-success": "#7fd8b4",
    "--mantine-color-anchor": "var(--mantine-color-brand-4)",
    "--mantine-color-default-border": "var(--mantine-color-dark-4)",
    "--mantine-color-disabled-color": "var(--mantine-color-dark-2)",
    "--q-page": "var(--mantine-color-dark-8)",
    "--q-surface": "var(--mantine-color-dark-7)",
    "--q-paper": "#efece6",
    "--q-border": "var(--mantine-color-dark-5)",
    "--q-hover": "var(--mantine-color-dark-6)",
    "--q-selected": "var(--mantine-color-dark-6)",
    "--q-input-border": "var(--mantine-color-dark-3)",
  },
});
