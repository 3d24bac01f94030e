import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { SchoolContext } from "@/api/school";
import { DIAL_CODES } from "@/forms/countries";
import { spacedPhone } from "@/forms/phone";
import { renderWith } from "@/test/render";
import { school } from "@/test/server";
import { SchoolContact } from "./SchoolContact";

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
  expect(links.map((link) => link.textContent)).toEqual(numbers.map(spacedPhone));
  expect(links.map((link) => link.textContent)).toContain("+968 24500100");
});
