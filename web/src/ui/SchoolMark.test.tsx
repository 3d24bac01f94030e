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

function Mark({ dark, own, lost = true, onColour = false }: { dark: boolean; own: boolean; lost?: boolean; onColour?: boolean }) {
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => setColorScheme(dark ? "dark" : "light"), [dark, setColorScheme]);
  const value = { ...school, schoolNameLogo: { ...school.schoolNameLogo, lic_school_logo: "/branding/a.png", lic_school_logo_dark: own ? "/branding/b.png" : null, logo_on_plate: lost } };
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

it.each([
  ["it is lost there", { own: false, lost: true }, true],
  ["it can be seen", { own: false, lost: false }, false],
  ["there is another one", { own: true, lost: true }, false],
] as const)("stands on a plate in the dark only where it has to: %s", async (_, props, plate) => {
  await renderWith(<Mark dark {...props} />);
  expect(screen.getByRole("img").parentElement?.hasAttribute("data-plate")).toBe(plate);
});
