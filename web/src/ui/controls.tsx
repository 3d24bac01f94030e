import type { MantineThemeOverride } from "@mantine/core";
import { IconChevronDown } from "@/ui/icons";

const chevron = <IconChevronDown size={18} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden />;

/** What a list to choose from looks like, whoever draws it: as in a school's forms. Loaded with the places that have one. */
export const controls: NonNullable<MantineThemeOverride["components"]> = {
  NativeSelect: { defaultProps: { rightSection: chevron } },
  Select: { defaultProps: { rightSection: chevron } },
};
