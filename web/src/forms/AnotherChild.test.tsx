import { configure, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { draftKey } from "@/api/localDrafts";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import type { SchoolDetails } from "@/api/types";
import { renderWith } from "@/test/render";
import { school as plain, stubServer } from "@/test/server";
import { AnotherChild } from "./AnotherChild";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 20_000 });

const text = (en: string) => ({ en, ar: en });
const school: SchoolDetails = {
  ...plain,
  application: { form: "abq", minutes: 10, papers: [], grades: [] },
  forms: [{ id: "abq", path: "/enquiryform/abq", title: text("Apply"), kind: "application", version: "1", open: true }],
};
const token = "a-token-that-is-long-enough";

beforeEach(() => {
  localStorage.clear();
  storeSchoolId("abq");
});

async function open(own: SchoolDetails = school, language: "en" | "ar" = "en") {
  const bodies: unknown[] = [];
  const { calls } = stubServer({
    "POST /public/forms/abq/drafts": (body) => {
      bodies.push(body);
      return { status: 201, body: { token } };
    },
  });
  const view = await renderWith(<SchoolContext value={own}><AnotherChild application="grant" name="Sara" /></SchoolContext>, { path: "/my-application", language });
  return { ...view, bodies, calls, user: userEvent.setup() };
}

it.each([["en", "Apply for another child"], ["ar", "التقديم لطفل آخر"]] as const)("begins the application with what was sent (%s)", async (language, name) => {
  const { bodies, router, user } = await open(school, language);
  await user.click(await screen.findByRole("button", { name }));
  await waitFor(() => expect(router.state.location).toMatchObject({ pathname: "/enquiryform/abq", hash: `#draft=${token}` }));
  expect(bodies).toEqual([{ values: {}, locale: language, from: { key: "grant" } }]);
  expect(history.state).toMatchObject({ usr: { own: true, filledFrom: "Sara" } });
});

it("asks first where a form that was begun here is not sent", async () => {
  localStorage.setItem(draftKey("abq", "abq"), JSON.stringify({ token: "another-token-of-this-browser" }));
  const { bodies, user } = await open();
  await user.click(await screen.findByRole("button", { name: "Apply for another child" }));
  const dialog = await screen.findByRole("dialog", { name: "You have a form that is not sent yet" });
  expect(within(dialog).getByRole("link", { name: "Continue that form" })).toHaveAttribute("href", "/enquiryform/abq");
  expect(bodies).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Begin another form" }));
  await waitFor(() => expect(bodies).toHaveLength(1));
});

it("says why it cannot begin", async () => {
  stubServer({ "POST /public/forms/abq/drafts": () => ({ status: 404, body: { success: false, messageId: "F005" } }) });
  await renderWith(<SchoolContext value={school}><AnotherChild application="grant" name="" /></SchoolContext>);
  await userEvent.setup().click(await screen.findByRole("button", { name: "Apply for another child" }));
  expect(await screen.findByRole("alert")).toBeVisible();
});

it.each<[string, Partial<SchoolDetails>]>([
  ["no application is taken", { forms: school.forms.map((form) => ({ ...form, open: false })) }],
  ["people apply for themselves", { kind_of_institution: "college" }],
  ["there is no application", { application: null }],
])("is not offered where %s", async (_, change) => {
  await open({ ...school, ...change });
  await waitFor(() => expect(screen.queryByRole("button")).toBeNull());
});
