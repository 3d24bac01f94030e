import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { ApplicationStanding } from "@/api/applications";
import type { Failure } from "@/api/envelope";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import type { Language } from "@/i18n/languages";
import { applicationAt, way } from "@/test/applications";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { ApplicationFacts } from "./ApplicationFacts";
import { MoveDialog } from "./MoveDialog";
import type { Transition } from "./useMove";

vi.setConfig({ testTimeout: 20_000 });

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

const full = { code: "full", text: { en: "The grade is full", ar: "الصف مكتمل" }, statuses: ["R"] };
const away = { code: "away", text: { en: "They are away", ar: "هم مسافرون" }, statuses: ["O"] };
const asked = { code: "asked", text: { en: "They asked", ar: "طلبوا ذلك" }, statuses: [] };

async function open(application: ApplicationStanding, refused: Failure | null = null, language: Language = "en") {
  const sent: Transition[] = [];
  stubServer({ "GET /seats": () => ({ rounds: [] }) });
  const send = async (transition: Transition) => {
    sent.push(transition);
    return refused;
  };
  await renderWith(
    <SchoolContext value={school}>
      <MoveDialog id="e1" application={application} from="W/review" move={way("R/school", true)} busy={false} send={send} onMoved={vi.fn<() => void>()} onInstead={vi.fn<() => void>()} onClose={vi.fn<() => void>()} />
    </SchoolContext>,
    { language },
  );
  return { sent, dialog: await screen.findByRole("dialog") };
}

it("offers the school's own reasons for where it goes, in its words", async () => {
  const { sent, dialog } = await open(applicationAt("W/review", { allowed: [way("R/school", true)], reasons: [full, away, asked] }));
  const choice = within(dialog).getByRole("combobox", { name: "Reason" });
  expect(within(choice).getAllByRole("option").map((one) => one.textContent)).toEqual(["No reason from the list", "The grade is full", "They asked"]);
  await userEvent.selectOptions(choice, "The grade is full");
  await userEvent.click(within(dialog).getAllByRole("button", { name: "Do not accept" }).at(-1) ?? dialog);
  expect(sent).toMatchObject([{ to: "R/school", reason_code: "full" }]);
});

it("says at the reason that the school does not have it any more", async () => {
  const gone: Failure = { status: 422, messageId: "F003", problems: [{ path: "/transition/reason_code", code: "enum", params: {}, severity: "error" }], body: {} } as never;
  const { dialog } = await open(applicationAt("W/review", { allowed: [way("R/school", true)], reasons: [full] }), gone);
  const choice = within(dialog).getByRole("combobox", { name: "Reason" });
  await userEvent.selectOptions(choice, "The grade is full");
  await userEvent.click(within(dialog).getAllByRole("button", { name: "Do not accept" }).at(-1) ?? dialog);
  expect(await within(dialog).findByText("Your school does not have this reason any more. Choose another.")).toBeVisible();
  expect(choice).toBeInvalid();
});

it("tells a refusal to the family, unless whoever decides wants to say it in person", async () => {
  const { sent, dialog } = await open(applicationAt("W/review", { allowed: [way("R/school", true)], reasons: [full] }));
  expect(within(dialog).getByRole("checkbox", { name: "Tell the family by e-mail" })).toBeChecked();
  await userEvent.selectOptions(within(dialog).getByRole("combobox", { name: "Reason" }), "The grade is full");
  await userEvent.click(within(dialog).getAllByRole("button", { name: "Do not accept" }).at(-1) ?? dialog);
  expect(sent).toMatchObject([{ to: "R/school", notify: true }]);
});

it("says it in Arabic too", async () => {
  const { dialog } = await open(applicationAt("W/review", { allowed: [way("R/school", true)], reasons: [full] }), null, "ar");
  expect(within(dialog).getByRole("option", { name: "الصف مكتمل" })).toBeInTheDocument();
});

it("tells why it stands there, and a reason that is gone by its code", async () => {
  stubServer({});
  await renderWith(
    <SchoolContext value={school}>
      <ApplicationFacts application={applicationAt("R/school", { reason: "full", reason_words: full.text })} />
      <ApplicationFacts application={applicationAt("R/school", { reason: "of_old", reason_words: null })} />
    </SchoolContext>,
  );
  expect(screen.getByText("The grade is full")).toBeVisible();
  expect(screen.getByText("of_old")).toBeVisible();
});
