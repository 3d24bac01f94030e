import { MantineThemeProvider, NativeSelect, Select } from "@mantine/core";
import { expect, it } from "vitest";
import { familyTheme, staffTheme } from "@/app/shells/staffTheme";
import { platformTheme } from "@/app/platform/theme";
import { renderWith } from "@/test/render";

it.each([["staff", staffTheme], ["family", familyTheme], ["platform", platformTheme]])("every select of the %s's places has the chevron of the forms", async (_who, theme) => {
  const { container } = await renderWith(
    <MantineThemeProvider theme={theme}>
      <NativeSelect aria-label="one" data={["a"]} />
      <Select aria-label="two" data={["a"]} />
    </MantineThemeProvider>,
  );
  expect([...container.querySelectorAll("[data-position=right] svg")].map((icon) => icon.classList.contains("tabler-icon-chevron-down"))).toEqual([true, true]);
});
