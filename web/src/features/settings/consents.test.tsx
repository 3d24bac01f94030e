import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { consentCode, legalAsked } from "@/api/legal";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import ar from "@locales/ar/consents.json";
import en from "@locales/en/consents.json";
import { fill } from "@/test/fill";
import { desk, open } from "@/test/desk";
import { renderWith } from "@/test/render";
import { stubServer } from "@/test/server";
import { LegalDialog } from "@/ui/legal/LegalDialog";
import { FIELDS, MOST, wordsOf, type Block } from "./legal/blocks";
import { consentsIn, freeCode, isUnfinished, LONGEST_TITLE, newConsent, STANDARD_KINDS, standardConsent, type Consent } from "./legal/consents";
import { LegalRoom } from "./legal/LegalRoom";

configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 40_000 });

vi.mock("@mantine/core", async (original) => (await import("@/test/plainTextareas")).plainTextareas(await original()));

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

const AT = { route: "/settings/:section/*", path: "/settings/legal/consents" };

describe("our consents", () => {
  it.each(STANDARD_KINDS)("say the same in both languages, within what the server takes (%s)", (kind) => {
    const consent = standardConsent(kind, kind, { en, ar });
    expect(isUnfinished(consent)).toBe(false);
    expect(consent.text.en.length).toBeGreaterThan(4);
    expect(consent.text.ar.map((block) => block.kind)).toEqual(consent.text.en.map((block) => block.kind));
    const points = (blocks: readonly Block[]) => blocks.map((block) => (block.kind === "list" ? block.items.length : 0));
    expect(points(consent.text.ar)).toEqual(points(consent.text.en));
    const words = [...consent.text.en, ...consent.text.ar].flatMap((block) => (block.kind === "list" ? block.items : [wordsOf(block)]));
    for (const text of words) {
      expect(text.length).toBeLessThanOrEqual(MOST.item);
      expect(text.split("**").length % 2).toBe(1);
      for (const [, field] of text.matchAll(/\{\{(.*?)\}\}/g)) expect(FIELDS).toContain(field);
    }
    expect(Math.max(consent.title.en.length, consent.title.ar.length)).toBeLessThanOrEqual(LONGEST_TITLE);
  });

  it("leave to the family what a school can do without", () => {
    expect(STANDARD_KINDS.filter((kind) => standardConsent(kind, kind, { en, ar }).required)).toEqual(["medical", "data"]);
  });

  it("get names that no other has, and what could be no consent is left out", () => {
    expect(freeCode("other", [])).toBe("other");
    expect(freeCode("other", ["other", "other_2"])).toBe("other_3");
    const one = newConsent("other");
    expect(consentsIn([one, null, { code: 1 }, { code: "x", title: null }])).toEqual([one]);
    expect(consentsIn({})).toEqual([]);
    expect(isUnfinished(one)).toBe(true);
  });

  it("are asked for by an address", () => {
    expect(["terms", "consent-photo", "photo", null].map(legalAsked)).toEqual(["terms", "consent-photo", null, null]);
    expect([consentCode("terms"), consentCode("consent-photo")]).toEqual([null, "photo"]);
  });
});

describe("the consents of a school", () => {
  it("are all there when two are added at once", async () => {
    desk();
    const { desk: held } = await open(<LegalRoom />, AT);
    const adds = await screen.findByRole("group", { name: "Add a consent" });
    for (const name of ["Photographs", "Medical care"]) fireEvent.click(within(adds).getByRole("button", { name }));
    await waitFor(() => expect((held.read("texts/consents.json") as Consent[]).map(({ code }) => code)).toEqual(["photo", "medical"]));
  });

  it("begin empty, are added from ours and as one's own, ordered, removed, and come back", async () => {
    const { edits } = desk();
    const { user, desk: held, router } = await open(<LegalRoom />, AT);
    const now = () => (held.read("texts/consents.json") ?? []) as Consent[];
    expect(await screen.findByText("The school asks for no consent yet")).toBeVisible();
    const adds = screen.getByRole("group", { name: "Add a consent" });
    await user.click(within(adds).getByRole("button", { name: "Photographs" }));
    await waitFor(() => expect(screen.getByRole("link", { name: "Photographs and films" })).toHaveFocus());
    expect(within(adds).queryByRole("button", { name: "Photographs" })).toBeNull();
    await user.click(within(adds).getByRole("button", { name: "Medical care" }));
    await user.click(await screen.findByRole("button", { name: "Care in a medical emergency: up" }));
    expect(now().map(({ code, required }) => [code, required])).toEqual([["medical", true], ["photo", false]]);
    await user.click(screen.getByRole("button", { name: "Care in a medical emergency: remove" }));
    expect(now()).toHaveLength(1);
    await user.click(within(screen.getByText("Care in a medical emergency was removed").parentElement!).getByRole("button", { name: "Undo" }));
    expect(now().map(({ code }) => code)).toEqual(["medical", "photo"]);
    await user.click(within(adds).getByRole("button", { name: "Your own text" }));
    expect(router.state.location.pathname).toBe("/settings/legal/consents/other");
    expect(await screen.findByRole("heading", { level: 1, name: "A consent without a title" })).toBeVisible();
    await fill(screen.getByLabelText("Title (English)"), "Use of the library", user);
    await user.click(screen.getByRole("switch", { name: /^Families have to agree/ }));
    await user.click(within(screen.getByRole("group", { name: "Add at the end" })).getByRole("button", { name: "Paragraph" }));
    await user.keyboard("Books go home.");
    expect(now()[2]).toEqual({ code: "other", kind: "other", required: true, title: { en: "Use of the library", ar: "" }, text: { en: [{ kind: "paragraph", text: "Books go home." }], ar: [] } });
    await waitFor(() => expect(edits()).toMatchObject([{ file: "texts/consents.json", pointer: "" }]));
    await user.click(screen.getByRole("link", { name: "All consents" }));
    expect(await screen.findByText(/^Not complete/)).toBeVisible();
  });

  it("without the last the file is gone, and a page of none says so", async () => {
    const { edits } = desk();
    const { user, desk: held } = await open(<LegalRoom />, AT);
    await user.click(await screen.findByRole("button", { name: "Data" }));
    await user.click(await screen.findByRole("button", { name: "Use of the family's data: remove" }));
    expect(held.read("texts/consents.json")).toBeUndefined();
    await waitFor(() => expect(edits()).toEqual([]));
  });

  it("are read in Arabic, by whoever may not change them", async () => {
    desk({ settings: { locked: ["texts/"] } });
    await open(<LegalRoom />, { ...AT, language: "ar" });
    expect(await screen.findByText("لا تطلب المدرسة أي موافقة بعد")).toBeVisible();
    expect(screen.getByRole("button", { name: "الصور" })).toBeDisabled();
  });

  it("a page of none leads back", async () => {
    desk();
    await open(<LegalRoom />, { ...AT, path: "/settings/legal/consents/nothing" });
    expect(await screen.findByRole("heading", { name: "This consent does not exist" })).toBeVisible();
    expect(screen.getByRole("link", { name: "All consents" })).toHaveAttribute("href", "/settings/legal/consents");
  });
});

describe("the dialog of a consent", () => {
  const criterion = { sims_criteria_code: "photo", kind: "consent", purpose: "photo", required: false, title: { en: "Photographs", ar: "الصور" }, version: "0123456789ab", locale: ["en", "ar"], blocks: [{ kind: "paragraph", text: "We take **pictures**." }], fields: [], signers: ["guardian"], uploads: [] };

  it("shows its title and its words, and says when there is none", async () => {
    stubServer({ "GET /public/criteria": () => ({ criteria: [criterion] }) });
    const { unmount } = await renderWith(<LegalDialog which="consent-photo" open onClose={() => {}} />);
    expect(await screen.findByText("pictures")).toBeVisible();
    expect(screen.getByRole("dialog", { name: "Photographs" })).toBeVisible();
    unmount();
    await renderWith(<LegalDialog which="consent-trip" open onClose={() => {}} />);
    expect(await screen.findByText(/not finished yet/)).toBeVisible();
  });
});
