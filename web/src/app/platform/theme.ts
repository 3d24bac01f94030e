import { mergeThemeOverrides } from "@mantine/core";
import { brandOf } from "@/theme/brand";
import { controls } from "@/ui/controls";
import { buildTheme } from "@/theme/theme";

/** The look of the platform's own host, which has no school's colours. */
export const platformTheme = mergeThemeOverrides(buildTheme(brandOf(undefined)), { components: controls });
