import { configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { desk, open } from "@/test/desk";
import { school } from "@/test/server";
import { codeOf, isCode, withEnglish, withStatuses, type Reason } from "./reasons";
import { mayOffer, settled, type Round } from "./rounds";
import { RoundsRoom } from "./RoundsRoom";

configure({ asyncUtilTimeout: 8_000 });
vi.setConfig({ testTimeout: 40_000 });

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

const round: Round = { id: "2027", year: "2027-2028" };
const more = { "GET /seats": () => ({ rounds: [] }) };

describe("a waiting list that is offered places", () => {
  it("needs offers that nobody approves and no shortlist comes before", () => {
    expect([round, { ...round, direct_offer: "Y" as const }, { ...round, direct_offer: "Y" as const, approval: "principal" as const }].map(mayOffer)).toEqual([false, true, false]);
    const offers: Round = { ...round, direct_offer: "Y", waitlist_offers: "Y" };
    expect(settled(offers)).toBe(offers);
    expect(settled({ ...offers, approval: "principal" }).waitlist_offers).toBe("N");
    expect(settled({ ...offers, direct_offer: "N" }).waitlist_offers).toBe("N");
  });
});

describe("a reason", () => {
  const empty: Reason = { code: "", text: { en: "", ar: "" } };

  it("has a code that follows its English words until somebody writes one, or it is published", () => {
    expect(codeOf("The grade is full!")).toBe("the_grade_is_full");
    expect(["no_place", "", "No", "a".repeat(41)].map(isCode)).toEqual([true, false, false, false]);
    expect(withEnglish(empty, "Full", false)).toEqual({ code: "full", text: { en: "Full", ar: "" } });
    expect(withEnglish({ code: "full", text: { en: "Full", ar: "" } }, "Grade full", false).code).toBe("grade_full");
    expect(withEnglish({ code: "mine", text: { en: "Full", ar: "" } }, "Grade full", false).code).toBe("mine");
    expect(withEnglish({ code: "full", text: { en: "Full", ar: "" } }, "Grade full", true).code).toBe("full");
  });

  it("is for all statuses where none is named", () => {
    expect(withStatuses(empty, ["R", "O"]).for).toEqual(["R", "O"]);
    expect(withStatuses({ ...empty, for: ["R"] }, [])).toEqual(empty);
  });
});

describe("the room of places and offers", () => {
  const roundsOf = (edits: ReturnType<typeof desk>["edits"]) => edits().find(({ pointer }) => pointer === "/rounds")?.value as Round[] | undefined;

  it("puts the rules of a waiting list in order, and says what families read", async () => {
    const { edits } = desk({ more });
    const { user } = await open(<RoundsRoom />);
    await user.click(await screen.findByRole("button", { name: "Set the first places" }));
    const order = await screen.findByRole("group", { name: "In which order the rules count" });
    const names = () => within(order).getAllByRole("listitem").map((one) => one.getAttribute("aria-label"));
    expect(names()).toEqual(["Brother or sister here", "Parent works here", "Day of the application"]);
    const offers = screen.getByRole("switch", { name: /Offer available places automatically/ });
    expect(offers).toBeDisabled();
    expect(offers).toHaveAccessibleDescription(/Possible only where/);
    // By the keyboard as well: these are buttons.
    const up = within(order).getByRole("button", { name: /Parent works here.*up/i });
    up.focus();
    await user.keyboard("{Enter}");
    await waitFor(() => expect(names()).toEqual(["Parent works here", "Brother or sister here", "Day of the application"]));
    await user.click(within(order).getByRole("button", { name: "Add a rule" }));
    await waitFor(() => expect(names().at(-1)).toBe("Score"));
    expect(within(order).queryByRole("button", { name: "Add a rule" })).toBeNull();
    await user.selectOptions(screen.getByRole("combobox", { name: "What families read" }), "The exact number, and how many are waiting");
    await user.click(screen.getByRole("switch", { name: /Offers without a shortlist/ }));
    await user.click(offers);
    await waitFor(() => expect(roundsOf(edits)).toMatchObject([{ waitlist: ["staff_child", "sibling", "date", "score"], waitlist_shows: "number", direct_offer: "Y", waitlist_offers: "Y" }]));
    await user.click(screen.getByRole("switch", { name: /Count a parent who works here before/ }));
    await waitFor(() => expect(roundsOf(edits)).toMatchObject([{ waitlist_unconfirmed: "Y" }]));
    // Who approves offers ends it.
    await user.selectOptions(screen.getByRole("combobox", { name: "Who decides on an offer" }), "Two people: one proposes, the principal or an administrator approves");
    await waitFor(() => expect(roundsOf(edits)).toMatchObject([{ approval: "principal", waitlist_offers: "N" }]));
    expect(offers).toBeDisabled();
  });

  it("takes grades by the names of the form, and by a code what no list has", async () => {
    const { edits } = desk({ more });
    const grades = [{ code: "kg1", name: { en: "KG 1", ar: "الروضة الأولى" } }, { code: "g1", name: { en: "Grade 1", ar: "الصف الأول" } }];
    const { user } = await open(<RoundsRoom />, { forms: school.forms, application: { form: "place", grades, minutes: 10, papers: [] } });
    await user.click(await screen.findByRole("button", { name: "Set the first places" }));
    const choice = await screen.findByRole("combobox", { name: "Grade" });
    await user.click(screen.getByRole("button", { name: "Add a grade" }));
    expect(choice).toHaveAccessibleDescription(/Choose a grade/);
    await user.selectOptions(choice, "KG 1");
    await user.click(screen.getByRole("button", { name: "Add a grade" }));
    expect(await screen.findByRole("rowheader", { name: /KG 1/ })).toBeVisible();
    expect(within(choice).queryByRole("option", { name: "KG 1" }), "it is listed").toBeNull();
    await user.selectOptions(choice, "Another code");
    await user.type(screen.getByRole("textbox", { name: "Code of the grade" }), "g1/cambridge");
    await user.click(screen.getByRole("button", { name: "Add a grade" }));
    await waitFor(() => expect(roundsOf(edits)).toMatchObject([{ places: { kg1: 0, "g1/cambridge": 0 } }]));
  });

  it("keeps reasons in both languages, each for its statuses", async () => {
    const { edits } = desk({ more });
    const { user } = await open(<RoundsRoom />);
    await user.click(await screen.findByRole("button", { name: "Write the first reason" }));
    const item = await screen.findByRole("listitem", { name: "Reason 1" });
    expect(within(item).queryByRole("textbox", { name: "Code" }), "it comes of the English words").toBeNull();
    expect(screen.queryByRole("button", { name: "Back to what is live" }), "nothing to save before it is whole").toBeNull();
    fireEvent.change(within(item).getByRole("textbox", { name: "In English" }), { target: { value: "The grade is full" } });
    expect(await within(item).findByText("Both languages need a text.")).toBeVisible();
    fireEvent.change(within(item).getByRole("textbox", { name: "In Arabic" }), { target: { value: "الصف مكتمل" } });
    expect(within(item).getByRole("textbox", { name: "Code" })).toHaveValue("the_grade_is_full");
    fireEvent.change(within(item).getByRole("textbox", { name: "Code" }), { target: { value: "no place" } });
    expect(await within(item).findByText(/^Small letters, digits and _, such as/)).toBeVisible();
    fireEvent.change(within(item).getByRole("textbox", { name: "Code" }), { target: { value: "full" } });
    await user.click(within(item).getByRole("checkbox", { name: "Closed" }));
    const reasons = () => edits().find(({ pointer }) => pointer === "/reasons")?.value;
    await waitFor(() => expect(reasons()).toEqual([{ code: "full", text: { en: "The grade is full", ar: "الصف مكتمل" }, for: ["R"] }]));
    await user.click(screen.getByRole("button", { name: /Reason 1.*remove|remove.*Reason 1/i }));
    await waitFor(() => expect(reasons()).toEqual([]));
    expect(await screen.findByText("Reason 1 was removed")).toBeVisible();
  });

  it("says it in Arabic too", async () => {
    desk({ more });
    await open(<RoundsRoom />, { language: "ar" });
    expect(await screen.findByRole("heading", { level: 2, name: "الأسباب" })).toBeVisible();
    expect(screen.getByRole("button", { name: "كتابة أول سبب" })).toBeEnabled();
  });
});
