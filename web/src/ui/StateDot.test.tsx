import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { SchoolContext } from "@/api/school";
import type { Stand } from "@/api/types";
import { EVERY_STANDING } from "@/test/applications";
import { renderWith } from "@/test/render";
import { school } from "@/test/server";
import { StateDot } from "./StateDot";

const show = async (states: readonly Stand[], language: "en" | "ar" = "en", status_labels: typeof school.status_labels = {}) => {
  await renderWith(
    <SchoolContext value={{ ...school, status_labels }}>
      <ul>
        {states.map((state) => (
          <li key={state}>
            <StateDot state={state} />
          </li>
        ))}
      </ul>
    </SchoolContext>,
    { language },
  );
  return screen.getAllByRole("listitem").map((item) => item.textContent);
};

it("names an enquiry's state, and an application's status with what refines it", async () => {
  expect(await show(["new", "lost", "W/waitlist", "F/conditional", "C"])).toEqual(["New", "Closed", "Waiting on the waiting list", "Offer sent with conditions", "Enrolled"]);
});

it("says a status in the school's own words", async () => {
  const own = { F: { en: "Seat offered", ar: "عُرض مقعد" } };
  expect(await show(["F/unconditional", "W/review"], "en", own)).toEqual(["Seat offered without conditions", "Waiting under review"]);
});

it.each(["en", "ar"] as const)("has words for each of them (%s)", async (language) => {
  const told = await show(EVERY_STANDING, language);
  expect(new Set(told).size).toBe(EVERY_STANDING.length);
  expect(told.filter((text) => /[/.]|undefined/.test(text))).toEqual([]);
});
