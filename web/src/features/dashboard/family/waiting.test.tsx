import { configure, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import type { FamilyHome } from "../api";
import { home, open, title } from "@/test/familyHome";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 20_000 });

beforeEach(() => {
  sessionStorage.clear();
  storeSchoolId("abq");
  storeToken("t", 600);
});

it.each([
  ["en", /Waiting for you.*To sign: Acceptance of the place until 01-Dec-2026.*Condition: The school report until 05-Dec-2026/, /\d+ days left|the day is over|last day today/],
  ["ar", /بانتظاركم.*للتوقيع: قبول المقعد.*شرط: الشهادة المدرسية/, /بقي|انقضى|اليوم/],
] as const)("says on a child's card what waits, what is due first first (%s)", async (language, words, left) => {
  const [child] = home.children as [FamilyHome["children"][number]];
  const waiting = [
    { kind: "signature" as const, text: { en: "Acceptance of the place", ar: "قبول المقعد" }, until: "2026-12-01", reference: "ABQ-2026-AL-00001" },
    { kind: "condition" as const, text: { en: "The school report", ar: "الشهادة المدرسية" }, until: "2026-12-05", reference: null },
  ];
  const due: FamilyHome["due"] = waiting.map(({ kind, text, until }) => ({ kind, text, form: "abq", form_title: title, person: "Layan", application: "s1", on: until }));
  await open(["guardian"], { "GET /family/home": () => ({ ...home, due, children: [{ ...child, applications: child.applications.map((one) => ({ ...one, waiting })) }] }) }, language);
  const card = await screen.findByRole("region", { name: language === "en" ? "My children" : "أبنائي" });
  expect(card).toHaveTextContent(words);
  expect(card).toHaveTextContent(left);
  const region = screen.getByRole("region", { name: language === "en" ? "What is due" : "ما حان موعده" });
  expect(within(region).getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["/my-application/s1", "/my-application/s1"]);
});

it("deletes a draft after a question, in this browser too, and brings it back", async () => {
  localStorage.setItem("qabul.draft.abq.abq", JSON.stringify({ token: "tok-of-the-account-1" }));
  const sent: unknown[] = [];
  let drafts = home.drafts;
  const { user } = await open(["guardian"], {
    "GET /family/home": () => ({ ...home, drafts }),
    "POST /family/drafts/remove": (body) => {
      sent.push(body);
      drafts = [];
      return {};
    },
    "POST /family/drafts/restore": (body) => {
      sent.push(body);
      drafts = home.drafts;
      return {};
    },
  });
  await user.click(await screen.findByRole("button", { name: "Delete the draft of Apply for a place" }));
  expect(sent, "it is asked first").toEqual([]);
  await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Delete this draft" }));
  await waitFor(() => expect(screen.queryByRole("link", { name: "Continue with Apply for a place" })).toBeNull());
  expect(screen.queryByRole("region", { name: "Started on this device before you signed in" })).toBeNull();
  expect(localStorage.getItem("qabul.draft.abq.abq")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("link", { name: "Continue with Apply for a place" })).toBeVisible();
  expect(sent).toEqual([{ token: "tok-of-the-account-1" }, { token: "tok-of-the-account-1" }]);
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});
