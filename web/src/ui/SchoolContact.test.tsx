import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { SchoolContext } from "@/api/school";
import { DIAL_CODES } from "@/forms/countries";
import { spacedPhone } from "@/forms/phone";
import { renderWith } from "@/test/render";
import { school } from "@/test/server";
import { grouped, SchoolContact } from "./SchoolContact";

it("shows the number spaced as everywhere else, and calls it as it is stored", async () => {
  const numbers = [...new Set(DIAL_CODES.filter(({ dial }) => dial.length < 4).map(({ dial }) => `+${dial}24500100`))];
  await renderWith(
    <>
      {numbers.map((phone) => (
        <SchoolContext key={phone} value={{ ...school, contact: { phone, email: null, hours: null } }}>
          <SchoolContact />
        </SchoolContext>
      ))}
    </>,
  );
  const links = screen.getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual(numbers.map((phone) => `tel:${phone}`));
  // The country's code stands apart as everywhere else, and what comes after it in short groups.
  expect(links.map((link) => link.textContent?.replace(/ (?=\d{4}$)/, ""))).toEqual(numbers.map(spacedPhone));
  expect(links.map((link) => link.textContent)).toContain("+968 2450 0100");
});

it("reads a number out in groups, from left to right in Arabic too", async () => {
  expect(["+96824500100", "+97142500100", "+919812345678", "+966501234567", "2450 0100"].map(grouped)).toEqual(["+968 2450 0100", "+971 4250 0100", "+91 981 234 5678", "+966 501 234 567", "2450 0100"]);
  await renderWith(
    <SchoolContext value={{ ...school, contact: { phone: "+96824500100", email: null, hours: null } }}>
      <SchoolContact />
    </SchoolContext>,
    { language: "ar" },
  );
  const link = screen.getByRole("link");
  expect(link.getAttribute("aria-label")).toContain("\u2066+968 2450 0100\u2069");
  expect(link.querySelector("bdi")).toHaveAttribute("dir", "ltr");
});
