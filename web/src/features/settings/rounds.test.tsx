import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { seatsLine } from "@/test/applications";
import { desk, open } from "@/test/desk";
import { isBucket, linesOf, nextRound, placesOf, uncounted, withLine, withYear, type Round } from "./rounds/rounds";
import { RoundsRoom } from "./rounds/RoundsRoom";

configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 40_000 });

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

const round: Round = { id: "2027", year: "2027-2028", places: { g10: 20, g2: 30 }, on_roll: { g2: 4 }, offer_days: 10 };

describe("admission rounds", () => {
  it("count their places, in the order of people's numbers", () => {
    expect(placesOf([round, { id: "2028", year: "2028-2029" }])).toBe(50);
    expect(linesOf(round)).toEqual([{ bucket: "g2", places: 30, onRoll: 4 }, { bucket: "g10", places: 20, onRoll: 0 }]);
    const grades = ["kg1", "g10", "g2"].map((code) => ({ code }));
    expect(linesOf({ ...round, places: { ...round.places, "g2/girls": 1, kg1: 5, zz: 1 } }, grades).map(({ bucket }) => bucket), "as the form has them").toEqual(["kg1", "g10", "g2", "g2/girls", "zz"]);
    expect(["kg1", "g1/cambridge/main/a", "KG1", "g1/", "a/b/c/d/e"].map(isBucket)).toEqual([true, true, false, false, false]);
  });

  it("change in one grade alone, and keep nobody on roll who has no place", () => {
    expect(withLine(round, "g2", { places: 31 })).toMatchObject({ places: { g2: 31, g10: 20 }, on_roll: { g2: 4 } });
    expect(withLine(round, "g2", { onRoll: 0 })).toMatchObject({ places: { g2: 30, g10: 20 }, on_roll: {} });
    expect(withLine(round, "g2", null)).toMatchObject({ places: { g10: 20 }, on_roll: {} });
  });

  it("keep the name that applications know, once they are published", () => {
    expect(withYear(round, "2029-2030", [round], []).id).toBe("2027");
    expect(withYear(round, "2029-2030", [], [{ ...round, id: "2029" }]).id).toBe("2029-2");
    expect(withYear(round, "20", [], []), "while it is typed").toMatchObject({ id: "2027", year: "20" });
  });

  it("leave no year uncounted that families apply for", () => {
    const row = (year: string, from: string) => ({ year, sims_admission_start_from: from, sims_admission_end: "2027-06-30" });
    const dates = [row("2027-2028", "2026-10-01"), row("2026-2027", "2026-11-01"), row("2026-2027", "2026-11-15"), row("2028-2029", "2027-01-01")];
    expect(uncounted(dates, [round], "2026-11-21")).toEqual(["2026-2027"]);
    expect(uncounted(dates, [round], "2026-10-02"), "before its day").toEqual([]);
  });

  it("go on a year later with the same places and nobody on roll", () => {
    expect(nextRound([round], "2026-11-21")).toEqual({ id: "2028", year: "2028-2029", places: { g10: 20, g2: 30 }, offer_days: 10 });
    expect(nextRound([], "2026-11-21")).toMatchObject({ id: "2027", year: "2027-2028", offer_days: 7 });
  });
});

describe("the room of places and offers", () => {
  const seats = { "GET /seats": () => ({ rounds: [{ id: "2027", year: "2027-2028", open: true, buckets: [seatsLine("kg1", { name: { en: "KG 1", ar: "الروضة الأولى" } })] }] }) };

  it("begins with a round, takes grades by their codes and their places, and how offers are made", async () => {
    const { edits } = desk({ more: seats });
    const { user } = await open(<RoundsRoom />);
    await user.click(await screen.findByRole("button", { name: "Set the first places" }));
    const item = await screen.findByRole("listitem", { name: "Round 1" });
    expect(within(item).getByRole("textbox", { name: "School year" })).toHaveValue("2027-2028");
    const type = (text: string) => {
      fireEvent.change(code, { target: { value: text } });
      fireEvent.keyDown(code, { key: "Enter" });
    };
    const code = within(item).getByRole("textbox", { name: "Code of the grade" });
    type("KG 1");
    expect(await within(item).findByText(/^Small letters, digits/)).toBeVisible();
    type("KG1");
    expect(await within(item).findByRole("rowheader", { name: /KG 1.*kg1/ })).toBeVisible();
    fireEvent.change(within(item).getByRole("textbox", { name: /KG 1.*places/ }), { target: { value: "44" } });
    fireEvent.change(within(item).getByRole("textbox", { name: /KG 1.*on roll/ }), { target: { value: "3" } });
    fireEvent.change(within(item).getByRole("textbox", { name: "Offers beyond the places" }), { target: { value: "2" } });
    fireEvent.change(within(item).getByRole("textbox", { name: "Application fee" }), { target: { value: "25.000" } });
    await user.selectOptions(within(item).getByRole("combobox", { name: "Who decides on an offer" }), "Two people: one proposes, the principal or an administrator approves");
    await user.click(within(item).getByRole("switch", { name: /Offers without a shortlist/ }));
    await user.click(within(item).getByRole("switch", { name: /Only the grades below/ }));
    const expected = { id: "2027", year: "2027-2028", places: { kg1: 44 }, on_roll: { kg1: 3 }, offer_days: 7, over_offer: 2, approval: "principal", direct_offer: "Y", closed_grades: "Y", application_fee: { amount: "25.000" } };
    await waitFor(() => expect(edits().find(({ pointer }) => pointer === "/rounds")?.value).toEqual([expected]));
    type("kg1");
    expect(await within(item).findByText("This grade is listed already.")).toBeVisible();
  });

  it("says what registration numbers begin with", async () => {
    const { edits } = desk({ more: seats });
    await open(<RoundsRoom />);
    const field = await screen.findByRole("textbox", { name: "Registration numbers begin with" });
    expect(field).toHaveAccessibleDescription(/ABQ27-00001/);
    fireEvent.change(field, { target: { value: "a" } });
    expect(await screen.findByText("Two to six capital letters, such as ABQ.")).toBeVisible();
    fireEvent.change(field, { target: { value: "aq" } });
    expect(field).toHaveAccessibleDescription(/AQ27-00001/);
    await waitFor(() => expect(edits()).toMatchObject([{ pointer: "/code", value: "AQ" }]));
  });

  it("says it in Arabic too, and changes nothing for whom it is not", async () => {
    desk({ more: seats });
    await open(<RoundsRoom />, { language: "ar", roles: ["form_designer"] });
    expect(await screen.findByRole("heading", { level: 1, name: "المقاعد والعروض" })).toBeVisible();
    expect(screen.getByRole("button", { name: "تحديد أول المقاعد" })).toBeDisabled();
  });
});
