import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { LinkPage } from "./LinkPage";

beforeEach(() => {
  sessionStorage.clear();
  storeSchoolId("abq");
});

it("asks for a lost link by its reference and address, and says the same whatever they are", async () => {
  const bodies: unknown[] = [];
  stubServer({
    "POST /public/applications/link": (body) => {
      bodies.push(body);
      return { status: 202, body: { success: true, messageId: "" } };
    },
  });
  const user = userEvent.setup();
  await renderWith(<SchoolContext value={school}><LinkPage /></SchoolContext>, { path: "/my-application" });
  await user.click(await screen.findByRole("button", { name: "Send the link" }));
  expect(screen.getByText(/^Enter the reference/)).toBeVisible();
  expect(screen.getByText(/^Enter the full e-mail address/)).toBeVisible();
  expect(bodies).toEqual([]);
  await user.type(screen.getByRole("textbox", { name: "Reference" }), " ABQ-E26-00017 ");
  await user.type(screen.getByRole("textbox", { name: "E-mail address that you gave" }), "huda@example.org");
  await user.click(screen.getByRole("button", { name: "Send the link" }));
  expect(await screen.findByText(/the link is on its way to that address/)).toBeVisible();
  expect(bodies).toEqual([{ reference: "ABQ-E26-00017", email: "huda@example.org" }]);
});

it("says when there were too many", async () => {
  stubServer({ "POST /public/applications/link": () => ({ status: 429, body: { success: false, messageId: "L002", errors: [] } }) });
  const user = userEvent.setup();
  await renderWith(<SchoolContext value={school}><LinkPage /></SchoolContext>, { path: "/my-application" });
  await user.type(await screen.findByRole("textbox", { name: "Reference" }), "ABQ-E26-00017");
  await user.type(screen.getByRole("textbox", { name: "E-mail address that you gave" }), "huda@example.org");
  await user.click(screen.getByRole("button", { name: "Send the link" }));
  expect(await screen.findByRole("alert")).toBeVisible();
  expect(screen.queryByText(/on its way/)).toBeNull();
});
