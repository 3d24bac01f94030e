import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { beforeEach, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import type { Consents } from "./api";
import { ConsentPage } from "./ConsentPage";

vi.setConfig({ testTimeout: 30_000 });

const TOKEN = "t".repeat(43);
const GRANT = "grant-of-an-hour";
const letter: Consents = {
  school: { en: "Example School", ar: "مدرسة المثال" },
  kind: "consent",
  reference: "ABQ-2026-CN-00012",
  status: "draft",
  languages: "both",
  title: { en: "Consents", ar: "الموافقات" },
  facts: [{ en: ["Grade", "KG 1"], ar: ["الصف", "الروضة"] }],
  child: { first_name: "Sara", grade: null },
  expires_at: "2026-12-06T20:00:00Z",
  signers: [{ place: 0, role: "guardian1", name: "Huda", state: "invited", is_you: true, answered_at: null }],
  second_proof: "phone",
  proved: true,
  form_version: "v1",
  text_sha256: "a".repeat(64),
  document_sha256: "b".repeat(64),
  consents: [
    { code: "photo", title: { en: "Photographs", ar: "الصور" }, required: false, body: [{ en: { k: "para", c: ["We take photographs."] }, ar: { k: "para", c: ["نلتقط صورًا."] } }] },
    { code: "rules", title: { en: "School rules", ar: "نظام المدرسة" }, required: true, body: [{ en: { k: "para", c: ["These are the rules."] }, ar: { k: "para", c: ["هذا هو النظام."] } }] },
  ],
  values: {},
};
const closed = { ...letter, proved: false, facts: [], signers: [], text_sha256: null, document_sha256: null, consents: [], values: {} };

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  storeSchoolId("abq");
});

async function load({ held = letter, refuse, language = "en" }: { held?: Consents; refuse?: object; language?: "en" | "ar" } = {}) {
  const sent: Array<{ values: object; formData: { action: string } }> = [];
  let now = held;
  stubServer({
    "GET /public/form_values": (_body, _url, headers) => ({ status: 200, body: headers.get("x-letter-grant") === GRANT ? now : { ...closed, status: now.status } }),
    "POST /public/letter_proof": () => ({ grant: GRANT }),
    "POST /public/form_values": (body) => {
      const said = body as (typeof sent)[number];
      sent.push(said);
      if (said.formData.action === "submit") {
        if (refuse) return refuse;
        now = { ...now, status: "submitted", values: said.values as Consents["values"] };
      }
      return { status: 200, body: { status: now.status } };
    },
  });
  const page = (
    <SchoolContext value={school}>
      <ConsentPage />
    </SchoolContext>
  );
  await renderRoutes([{ path: "/consent/:token", element: page }, { path: "/consent", element: page }], { path: `/consent/${TOKEN}`, language });
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText(language === "en" ? /phone/i : /هاتف/), "92345678");
  await user.click(screen.getByRole("button", { name: language === "en" ? "Read the letter" : "قراءة الخطاب" }));
  return { sent, user };
}

it("asks each by itself, chooses nothing beforehand, and says where a choice lacks", async () => {
  const { sent, user } = await load();
  const photo = within(await screen.findByRole("region", { name: "Photographs" }));
  const rules = within(screen.getByRole("region", { name: "School rules" }));
  for (const radio of screen.getAllByRole("radio")) expect(radio).not.toBeChecked();
  expect(photo.queryByText("Required")).toBeNull();
  expect(rules.getByText("Required")).toBeVisible();
  expect(history.state === null || !location.pathname.includes(TOKEN)).toBe(true);
  await user.click(photo.getByRole("radio", { name: "Refuse" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({ values: { photo: "refused" }, formData: { grant: GRANT, locale: "en", form_version: "v1", action: "save" } });
  await user.click(screen.getByRole("button", { name: "Sign and send" }));
  expect(rules.getByText("Please choose one of the two.")).toBeVisible();
  expect(photo.queryByText("Please choose one of the two.")).toBeNull();
  expect(sent).toHaveLength(1);
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false }, "color-contrast": { enabled: false } } });
  expect(violations).toEqual([]);
});

async function answer(user: ReturnType<typeof userEvent.setup>) {
  await user.click(within(await screen.findByRole("region", { name: "Photographs" })).getByRole("radio", { name: "Refuse" }));
  await user.click(within(screen.getByRole("region", { name: "School rules" })).getByRole("radio", { name: "Accept" }));
  await user.type(screen.getByLabelText("Your full name"), "Huda Al-Said");
  await user.click(screen.getByRole("checkbox"));
  await user.click(screen.getByRole("button", { name: "Sign and send" }));
}

it("signs all choices once, and then shows what was said and where it can be withdrawn", async () => {
  const { sent, user } = await load();
  await answer(user);
  const end = (await screen.findByRole("heading", { name: "Your choices are signed" })).closest<HTMLElement>("[tabindex]")!;
  expect(end, "it comes into sight").toHaveFocus();
  expect(within(end).getByRole("button", { name: "Download the signed PDF" })).toBeVisible();
  const signature = { typed_name: "Huda Al-Said", strokes: [], agreed_text_hash: "a".repeat(64), document_hash: "b".repeat(64) };
  expect(sent.at(-1)).toEqual({
    values: { photo: "refused", rules: "accepted" },
    formData: { grant: GRANT, locale: "en", form_version: "v1", action: "submit", signatures: [signature] },
  });
  expect(within(screen.getByRole("region", { name: "Photographs" })).getByText("Refused")).toBeVisible();
  expect(screen.queryByRole("radio")).toBeNull();
  expect(screen.getByRole("button", { name: "Download the signed PDF" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Consents in your account" })).toHaveAttribute("href", "/profile/consents");
});

it("asks for the proof again once the hour is over", async () => {
  const { user } = await load({ refuse: { status: 404, body: { messageId: "L010" } } });
  await answer(user);
  expect(await screen.findByRole("button", { name: "Read the letter" })).toBeVisible();
});

it("takes no answer once the time for it is over, in Arabic too", async () => {
  await load({ held: { ...letter, status: "locked" }, language: "ar" });
  expect(await screen.findByRole("heading", { name: "لم يعد الرد على هذه الموافقات ممكنًا" })).toBeVisible();
  expect(screen.getByText("نلتقط صورًا.")).toBeVisible();
  expect(screen.queryByRole("radio")).toBeNull();
});
