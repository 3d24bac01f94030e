import { configure, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { renderWith } from "@/test/render";
import { school } from "@/test/server";
import { PhoneField } from "./PhoneField";

// The rules are a chunk of their own, and a large one.
configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 30_000 });

function Field() {
  const [value, setValue] = useState("");
  return (
    <SchoolContext value={school}>
      <PhoneField label="Phone number" value={value} onChange={setValue} />
    </SchoolContext>
  );
}

it("a number that its country does not know is told once the field is left, and no more once it is right", async () => {
  await renderWith(<Field />);
  const user = userEvent.setup();
  const field = screen.getByRole("textbox", { name: "Phone number" });
  await user.click(field);
  await user.tab();
  expect(field).toBeValid();
  await user.type(field, "9123456");
  expect(field).toBeValid();
  await user.tab();
  expect(await screen.findByText("This is not a number in Oman. Numbers there look like +968 9212 3456: please check each digit.")).toBeVisible();
  expect(field).toBeInvalid();
  await user.type(field, "7");
  expect(field).toBeValid();
  expect(screen.queryByText(/not a number/)).toBeNull();
  // Too short to be a number anywhere.
  await user.clear(field);
  await user.type(field, "12");
  expect(await screen.findByText("Enter a full phone number: choose the country, then write the number.")).toBeVisible();
});
