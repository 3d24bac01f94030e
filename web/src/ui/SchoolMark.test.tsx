import { useMantineColorScheme } from "@mantine/core";
import { cleanup, screen } from "@testing-library/react";
import { useEffect } from "react";
import { afterEach, expect, it } from "vitest";
import { SchoolContext } from "@/api/school";
import { renderWith } from "@/test/render";
import { school } from "@/test/server";
import { SchoolMark } from "./SchoolMark";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

function Mark({ dark, own, onColour = false }: { dark: boolean; own: boolean; onColour?: boolean }) {
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => setColorScheme(dark ? "dark" : "light"), [dark, setColorScheme]);
  const value = { ...school, schoolNameLogo: { ...school.schoolNameLogo, lic_school_logo: "/branding/a.png", lic_school_logo_dark: own ? "/branding/b.png" : null } };
  return (
    <SchoolContext value={value}>
      <SchoolMark at="header" nameHidden onColour={onColour} />
    </SchoolContext>
  );
}

it.each([
  ["in the light", { dark: false, own: true }, "a"],
  ["in the dark", { dark: true, own: true }, "b"],
  ["on the school's colour", { dark: false, own: true, onColour: true }, "b"],
  ["in the dark, without another one", { dark: true, own: false }, "a"],
  ["on the school's colour, without another one", { dark: false, own: false, onColour: true }, "a"],
] as const)("shows the logo that is drawn for the ground: %s", async (_, props, shown) => {
  await renderWith(<Mark {...props} />);
  const logo = screen.getByRole("img");
  expect(logo).toHaveAttribute("src", `/branding/${shown}.png`);
  expect(logo.parentElement?.hasAttribute("data-own")).toBe(shown === "b");
});
