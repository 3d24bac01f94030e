import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import type { SchoolDetails } from "@/api/types";
import { renderWith } from "@/test/render";
import { school as plain, stubServer } from "@/test/server";
import type { FamilyHome } from "../api";
import { Children } from "./Children";

vi.setConfig({ testTimeout: 20_000 });

const text = (en: string) => ({ en, ar: en });
const school: SchoolDetails = {
  ...plain,
  application: { form: "abq", minutes: 10, papers: [], grades: [] },
  forms: [{ id: "abq", path: "/enquiryform/abq", title: text("Apply"), kind: "application", version: "1", open: true }],
};
const sent = (id: string, state: string, submitted_at: string) => ({ id, reference: id, form: "abq", form_title: text("Apply"), state, status: text(`Status ${state}`), submitted_at, missing: [] });
const list: FamilyHome["children"] = [
  { name: "Layan", applications: [sent("s1", "W/review", "2026-11-01T08:00:00Z")] },
  { name: "Omar", applications: [sent("s2", "F/unconditional", "2026-11-05T08:00:00Z"), sent("s3", "contacted", "2026-11-02T08:00:00Z")] },
];

beforeEach(() => storeSchoolId("abq"));

it.each([
  ["en", "Abq School has the application and reviews it.", "Abq School keeps a place for you."],
  ["ar", "مدرسة أبق", "مدرسة أبق"],
] as const)("says of each application what comes next (%s)", async (language, waits, offered) => {
  await renderWith(<SchoolContext value={plain}><Children list={list} /></SchoolContext>, { language });
  const row = (reference: string) => screen.getByText(reference).closest("li");
  expect(row("s1")).toHaveTextContent(waits);
  expect(row("s2")).toHaveTextContent(offered);
  expect(row("s3")).not.toHaveTextContent(offered);
});

it("begins an application for another child with what was sent last", async () => {
  const bodies: unknown[] = [];
  stubServer({
    "POST /public/forms/abq/drafts": (body) => {
      bodies.push(body);
      return { status: 201, body: { token: "a-token-that-is-long-enough" } };
    },
  });
  const { router } = await renderWith(<SchoolContext value={school}><Children list={list} /></SchoolContext>, { path: "/dashboard" });
  await userEvent.setup().click(await screen.findByRole("button", { name: "Apply for another child" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/enquiryform/abq"));
  expect(bodies).toEqual([{ values: {}, locale: "en", from: { key: "s2" } }]);
});
