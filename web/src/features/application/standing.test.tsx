import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { MyApplication } from "@/api/generatedTypes";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import type { Language } from "@/i18n/languages";
import { EVERY_STANDING } from "@/test/applications";
import { renderRoutes, renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { ApplicationView } from "./ApplicationView";
import { Standing } from "./Standing";

vi.setConfig({ testTimeout: 20_000 });

const offered: MyApplication = {
  reference: "ABQ-1",
  form: "abq",
  kind: "application",
  form_title: { en: "Apply for a place", ar: "طلب مقعد" },
  person: "Sara",
  state: "F/unconditional",
  status: { en: "Seat offered", ar: "عُرض مقعد" },
  registration_id: "ABQ27-00001",
  offer_until: "2026-11-28",
  since: "2026-11-20T08:00:00Z",
  submitted_at: "2026-11-01T08:00:00Z",
  withdrawn: false,
  may_withdraw: true,
  may_return: false,
  papers: [],
  messages: [],
  contact: [],
  history: [{ kind: "submitted", at: "2026-11-01T08:00:00Z", state: "W/review" }, { kind: "state", at: "2026-11-20T08:00:00Z", state: "F/unconditional", words: { en: "Seat offered", ar: "عُرض مقعد" } }],
  values: {},
  computed: [],
  document: { title: "Apply", steps: [], schema: { type: "object", properties: {} }, ui: {}, subject: {}, messages: {} },
  files: [],
};

beforeEach(() => storeSchoolId("abq"));

async function view(application: MyApplication, handlers: Parameters<typeof stubServer>[0] = {}, language: Language = "en") {
  stubServer({ "GET /public/applications/grant": () => ({ application }), ...handlers });
  await renderWith(
    <SchoolContext value={school}>
      <ApplicationView application="grant" onGone={vi.fn<() => void>()} />
    </SchoolContext>,
    { language },
  );
  await screen.findByRole("heading", { level: 1 });
  return userEvent.setup();
}

it("says in the school's words where an application stands, by which number it goes, and until when an offer is open", async () => {
  await view(offered);
  expect(screen.getByRole("heading", { level: 1, name: "Seat offered" })).toBeVisible();
  expect(screen.getAllByText("ABQ27-00001")[0]).toBeVisible();
  expect(screen.queryByText("ABQ-1"), "one number, and no other beside it").toBeNull();
  expect(screen.getByRole("status")).toHaveTextContent("The offer is open until 28-Nov-2026.");
  const steps = within(screen.getByRole("list", { name: "The steps of an application" })).getAllByRole("listitem");
  expect(steps.map((step) => step.textContent)).toEqual(["Review", "Shortlist", "Offer", "Accepted", "Place booked", "Enrolled"]);
  expect(steps.findIndex((step) => step.getAttribute("aria-current") === "step")).toBe(2);
  const told = within(screen.getByRole("region", { name: "What happened so far" })).getAllByRole("listitem");
  expect(told.map((one) => one.textContent)).toEqual([expect.stringMatching(/^Seat offered/), expect.stringMatching(/^You sent it/)]);
});

it.each([["en", "Grade 1 · 2027-2028"], ["ar", "الصف الأول · 2027-2028"]] as const)("says for which grade and year it is, whatever its status (%s)", async (language, place) => {
  await view({ ...offered, state: "A/accepted" as MyApplication["state"], offer_until: null, offer: null, grade: { en: "Grade 1", ar: "الصف الأول" }, year: "2027-2028" }, {}, language);
  expect(screen.getByText((_text, element) => element?.tagName === "P" && (element.textContent ?? "").includes(place))).toBeVisible();
});

it("says what the offer is of", async () => {
  const place = { grade: { en: "Grade 1 · Girls", ar: "الصف الأول · بنات" }, year: "2027-2028", until: "2026-11-28", is_conditional: false };
  await view({ ...offered, offer: place });
  expect(screen.getByRole("status")).toHaveTextContent(/A place in Grade 1 · Girls for the school year 2027-2028\. ?The offer is open until 28-Nov-2026\./);
  cleanup();
  await view({ ...offered, offer: { ...place, grade: null } });
  expect(screen.getByRole("status")).toHaveTextContent("A place for the school year 2027-2028.");
  cleanup();
  await view({ ...offered, offer: place }, {}, "ar");
  expect(screen.getByRole("status")).toHaveTextContent("مقعد في الصف الأول · بنات للعام الدراسي 2027-2028.");
});

it("an offer is declined for a reason, and that it cannot be undone is said before", async () => {
  const declined: MyApplication = { ...offered, state: "R/declined", status: { en: "You declined the offer", ar: "اعتذرتم عن العرض" }, offer_until: null, withdrawn: true, may_withdraw: false, history: [{ kind: "withdrawn", at: "2026-11-25T08:00:00Z", state: "R/declined", words: null, text: null }] };
  const bodies: unknown[] = [];
  const user = await view(offered, {
    "POST /public/applications/grant/withdraw": (body) => {
      bodies.push(body);
      return { application: declined };
    },
  });
  await user.click(screen.getByRole("button", { name: "Decline the offer" }));
  const dialog = await screen.findByRole("dialog", { name: "Decline this offer?" });
  expect(dialog).toHaveTextContent("This cannot be undone");
  await user.click(within(dialog).getByRole("button", { name: "Decline" }));
  expect(within(dialog).getByText("Please choose a reason. It helps the school.")).toBeVisible();
  expect([within(dialog).getByRole("combobox", { name: "Why?" }).getAttribute("aria-invalid"), bodies]).toEqual(["true", []]);
  await user.selectOptions(within(dialog).getByRole("combobox", { name: "Why?" }), "We chose another school");
  await user.type(within(dialog).getByRole("textbox", { name: "What you want to tell the school (optional)" }), " It is nearer. ");
  await user.click(within(dialog).getByRole("button", { name: "Decline" }));
  expect(await screen.findByRole("heading", { level: 1, name: "You declined the offer" })).toBeVisible();
  expect(within(screen.getByRole("region", { name: "What happened so far" })).getAllByRole("listitem").map((item) => item.textContent)).toEqual([expect.stringContaining("You declined the offer")]);
  expect(screen.getByRole("status")).toHaveTextContent(/You declined the place at /);
  expect(bodies).toEqual([{ locale: "en", reason_code: "another_school", reason_text: "It is nearer." }]);
  expect(screen.queryByRole("button", { name: /Undo|Decline|Withdraw/ })).toBeNull();
  expect(screen.queryByRole("list", { name: "The steps of an application" })).toBeNull();
});

it("what waits is withdrawn for good", async () => {
  const user = await view({ ...offered, state: "W/waitlist", status: { en: "On the waiting list", ar: "في قائمة الانتظار" }, offer_until: null });
  await user.click(screen.getByRole("button", { name: "Withdraw the application" }));
  expect(await screen.findByRole("dialog", { name: "Withdraw this application?" })).toHaveTextContent("This cannot be undone");
});

it.each([
  [{ band: "first_10", number: null, of: null }, "Your child is among the first 10 on the waiting list.", "طفلكم ضمن أول 10 في قائمة الانتظار."],
  [{ band: "further_back", number: null, of: null }, "Your child is further back on the waiting list.", "طفلكم في موضع متأخر من قائمة الانتظار."],
  [{ band: null, number: 3, of: 41 }, "Your child is number 3 of 41 on the waiting list.", "طفلكم رقم 3 من 41 في قائمة الانتظار."],
] as const)("tells where a child waits as far as its school does: %o", async (waitlist, en, ar) => {
  const waits: MyApplication = { ...offered, state: "W/waitlist", status: { en: "On the waiting list", ar: "في قائمة الانتظار" }, offer_until: null, waitlist };
  await view(waits);
  expect(screen.getByRole("status")).toHaveTextContent(en);
  expect(screen.getByRole("status")).toHaveTextContent("The order follows the school’s rules and can change.");
  cleanup();
  await view(waits, {}, "ar");
  expect(screen.getByRole("status")).toHaveTextContent(ar);
  cleanup();
  await view({ ...waits, waitlist: null });
  expect(screen.getByRole("status")).not.toHaveTextContent(/number|among|further back/);
});

it("says it in Arabic too", async () => {
  await view(offered, {}, "ar");
  expect(screen.getByRole("heading", { level: 1, name: "عُرض مقعد" })).toBeVisible();
  expect(screen.getByRole("status")).toHaveTextContent(/العرض قائم حتى 28 نوفمبر 2026.*تحفظ مدرسة أبق لكم مقعدًا/);
});

it.each(["en", "ar"] as const)("has something to say of every status (%s)", async (language) => {
  stubServer({});
  await renderWith(
    <SchoolContext value={school}>
      {EVERY_STANDING.map((state) => (
        <Standing key={state} application="grant" shown={{ ...offered, state, offer_until: null }} language={language} take={vi.fn<() => void>()} refused={vi.fn<() => void>()} />
      ))}
    </SchoolContext>,
    { language },
  );
  const told = screen.getAllByRole("status").map((status) => status.querySelector("p:last-child")?.textContent ?? "");
  expect(told).toHaveLength(EVERY_STANDING.length);
  expect(told.filter((text) => text === "" || text.includes("application."))).toEqual([]);
});

it("offers an application for another child, which begins with this one, where the school takes any", async () => {
  const bodies: unknown[] = [];
  const takes = { ...school, application: { form: "abq", minutes: 10, papers: [], grades: [] }, forms: [{ id: "abq", path: "/enquiryform/abq", title: { en: "Apply", ar: "التقديم" }, kind: "application" as const, version: "1", open: true }] };
  stubServer({
    "GET /public/applications/grant": () => ({ application: offered }),
    "POST /public/forms/abq/drafts": (body) => {
      bodies.push(body);
      return { status: 201, body: { token: "a-token-that-is-long-enough" } };
    },
  });
  await renderWith(<SchoolContext value={takes}><ApplicationView application="grant" onGone={vi.fn<() => void>()} /></SchoolContext>);
  await userEvent.setup().click(await screen.findByRole("button", { name: "Apply for another child" }));
  await vi.waitFor(() => expect(bodies).toEqual([{ values: {}, locale: "en", from: { key: "grant" } }]));
});

const offer = { grade: { en: "Grade 1 · Girls", ar: "الصف الأول · بنات" }, year: "2027-2028", until: "2026-11-28", is_conditional: false };

it.each([
  ["en", "To accept, write to us here", "Your acceptance", "We accept the place for Sara in Grade 1 · Girls · 2027-2028.", "Send the acceptance", /You accepted the place in writing on 22-Nov-2026/],
  ["ar", "لقبول العرض اكتبوا إلينا هنا", "قبولكم للعرض", "نقبل المقعد المعروض باسم Sara في الصف الأول · بنات · 2027-2028.", "إرسال القبول", /قبلتم المقعد كتابيًا في 22 نوفمبر 2026/],
] as const)("an offer is accepted in writing at any hour (%s)", async (language, accept, label, words, send, told) => {
  const bodies: unknown[] = [];
  const user = await view(
    { ...offered, offer },
    {
      "POST /public/applications/grant/messages": (body) => {
        bodies.push(body);
        return { application: { ...offered, offer, accepted_at: "2026-11-22T08:00:00Z" } };
      },
    },
    language,
  );
  await user.click(screen.getByRole("button", { name: accept }));
  const place = screen.getByRole("textbox", { name: label });
  expect(place).toHaveValue(words);
  expect(place).toHaveFocus();
  await user.type(place, " Huda");
  await user.click(screen.getByRole("button", { name: send }));
  expect(await screen.findByText((_text, element) => element?.tagName === "P" && told.test(element.textContent ?? ""))).toBeVisible();
  expect(bodies).toEqual([{ text: `${words} Huda`, accepts_offer: true, locale: language }]);
  expect(screen.queryByRole("button", { name: accept }), "once").toBeNull();
});

it("what is typed as a question stays a question", async () => {
  const bodies: unknown[] = [];
  const user = await view({ ...offered, offer }, {
    "POST /public/applications/grant/messages": (body) => {
      bodies.push(body);
      return { application: { ...offered, offer } };
    },
  });
  await user.type(screen.getByRole("textbox", { name: "Your question to the school" }), "When is the visit?");
  await user.click(screen.getByRole("button", { name: "To accept, write to us here" }));
  await user.click(screen.getByRole("button", { name: "Ask a question instead" }));
  expect(screen.getByRole("textbox", { name: "Your question to the school" })).toHaveValue("When is the visit?");
  await user.click(screen.getByRole("button", { name: "Send" }));
  await vi.waitFor(() => expect(bodies).toEqual([{ text: "When is the visit?", accepts_offer: false, locale: "en" }]));
});

it.each([["en", "Give up the place", "goes to another family"], ["ar", "التنازل عن المقعد", "يُعرض المقعد الذي قبلتموه على أسرة أخرى"]] as const)("says that an accepted place is given up (%s)", async (language, way, consequence) => {
  const user = await view({ ...offered, state: "A/fee_due", status: { en: "Accepted", ar: "مقبول" }, offer_until: null }, {}, language);
  await user.click(screen.getByRole("button", { name: way }));
  expect(await screen.findByRole("dialog")).toHaveTextContent(consequence);
});

const place = { grade: { en: "Grade 1", ar: "الصف الأول" }, year: "2027-2028", until: "2026-11-28", is_conditional: false };
const letter = { reference: "ABQ-2026-OL-00001", title: { en: "Offer of a place", ar: "عرض مقعد دراسي" }, state: "waits", until: "2026-11-28" } as const;

it("leads to the letter of an offer, and offers no other way to accept it", async () => {
  const opened: unknown[] = [];
  stubServer({
    "GET /public/applications/grant": () => ({ application: { ...offered, offer: place, letter } }),
    "POST /public/applications/grant/letter/open": (body) => {
      opened.push(body);
      return { path: "/offer-letter/the-token" };
    },
  });
  const page = (
    <SchoolContext value={school}>
      <ApplicationView application="grant" onGone={vi.fn<() => void>()} />
    </SchoolContext>
  );
  const { router } = await renderRoutes([{ path: "/", element: page }, { path: "*", element: null }], { path: "/" });
  const user = userEvent.setup();
  const read = await screen.findByRole("button", { name: "Read and sign the letter" });
  expect(screen.getByText(/waits to be read and signed until/)).toHaveTextContent("28-Nov-2026");
  expect(screen.queryByRole("button", { name: "To accept, write to us here" })).toBeNull();
  await user.click(read);
  await waitFor(() => expect(router.state.location.pathname).toBe("/offer-letter/the-token"));
  expect(opened).toHaveLength(1);
});

it("hands out the letter that all have signed, and asks for nothing once only others sign", async () => {
  await view({ ...offered, state: "A/fee_due", offer_until: null, letter: { ...letter, state: "signed" } });
  expect(screen.getByRole("button", { name: "Download the signed letter" })).toBeVisible();
  cleanup();
  await view({ ...offered, offer: place, letter: { ...letter, state: "others" } });
  expect(screen.getByText(/You have nothing to sign now/)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Read and sign the letter" })).toBeNull();
});

it("leads to the acceptance of a place that was accepted", async () => {
  await view({ ...offered, state: "A/fee_due", offer_until: null, letter: { ...letter, state: "waits" } });
  expect(screen.getByText(/The letter of your acceptance waits/)).toHaveTextContent("28-Nov-2026");
  expect(screen.queryByText(/Your signature accepts the offer/)).toBeNull();
  expect(screen.getByRole("button", { name: "Read and sign the letter" })).toBeVisible();
});

it("tells of the letter whoever accepts by message what is accepted by it", async () => {
  let reads = 0;
  const user = await view(
    { ...offered, offer: place },
    {
      "GET /public/applications/grant": () => ({ application: { ...offered, offer: place, letter: reads++ ? letter : null } }),
      "POST /public/applications/grant/messages": () => ({ status: 422, body: { messageId: "F003", errors: [{ path: "/accepts_offer", code: "letter" }] } }),
    },
  );
  await user.click(screen.getByRole("button", { name: "To accept, write to us here" }));
  await user.click(screen.getByRole("button", { name: "Send the acceptance" }));
  expect(await screen.findByText(/accepted by signing its letter/)).toBeVisible();
  expect(await screen.findByRole("button", { name: "Read and sign the letter" })).toBeVisible();
});

it("leads to each letter that waits beside the one of the offer", async () => {
  const waiting = [
    { kind: "signature" as const, text: letter.title, until: "2026-11-28", reference: letter.reference },
    { kind: "financial" as const, text: { en: "Financial documents", ar: "مستندات مالية" }, until: "2026-12-20", reference: "ABQ-2026-FR-00001" },
    { kind: "condition" as const, text: { en: "The report", ar: "الشهادة" }, until: "2026-12-01", reference: null },
  ];
  let opened = 0;
  const user = await view({ ...offered, offer: place, letter, waiting }, {
    "POST /public/applications/grant/letter/open": () => {
      opened += 1;
      return { status: 503, body: { messageId: "R008" } };
    },
  });
  const list = within(await screen.findByRole("region", { name: "Waiting for you" }));
  expect(list.getAllByRole("button").map((button) => button.textContent), "the offer's letter and conditions stand for themselves").toEqual(["Send the documents: Financial documents"]);
  expect(list.getByRole("listitem")).toHaveTextContent("until 20-Dec-2026");
  await user.click(list.getByRole("button"));
  await waitFor(() => expect(opened).toBe(1));
  expect(await list.findByRole("alert")).toBeVisible();
});
