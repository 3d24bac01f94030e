import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { ApplicationStanding } from "@/api/applications";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import type { Standing } from "@/api/standing";
import type { Bilingual } from "@/api/types";
import type { Language } from "@/i18n/languages";
import { applicationAt, way } from "@/test/applications";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { ApplicationFacts } from "./ApplicationFacts";
import { MoveDialog } from "./MoveDialog";

vi.setConfig({ testTimeout: 20_000 });

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

const kg1: Bilingual = { en: "KG 1", ar: "الروضة الأولى" };
const grade1: Bilingual = { en: "Grade 1", ar: "الصف الأول" };

async function open(from: Standing, to: Standing, { application = {}, applied, language = "en" }: { application?: Partial<ApplicationStanding>; applied?: Bilingual; language?: Language } = {}) {
  stubServer({ "GET /seats": () => ({ rounds: [] }) });
  await renderWith(
    <SchoolContext value={school}>
      <MoveDialog id="e1" application={applicationAt(from, { allowed: [way(to)], ...application })} from={from} move={way(to)} applied={applied} busy={false} send={async () => null} onMoved={vi.fn<() => void>()} onInstead={vi.fn<() => void>()} onClose={vi.fn<() => void>()} />
    </SchoolContext>,
    { language },
  );
  return screen.findByRole("dialog");
}

it("says before an offer until when it would be open, from the day on which it is told", async () => {
  const dialog = await open("S/assessed", "F/unconditional");
  expect(dialog).toHaveTextContent("The offer is open until 28-Nov-2026.");
  await userEvent.click(within(dialog).getByRole("radio", { name: "On a day and hour" }));
  expect(dialog, "nobody has said when").not.toHaveTextContent("The offer is open until");
  await userEvent.type(within(dialog).getByRole("textbox", { name: "Day" }), "01/12/2026");
  expect(dialog).toHaveTextContent("The offer is open until 08-Dec-2026.");
});

it("warns whoever offers another grade than the family applied for", async () => {
  const parts = { en: "KG 1 · Morning", ar: "الروضة الأولى · صباحي" };
  expect(await open("S/assessed", "F/unconditional", { applied: kg1, application: { bucket: "kg1/am", bucket_name: parts } }), "a part of it is the same").not.toHaveTextContent("The family applied for");
  cleanup();
  expect(await open("S/assessed", "F/unconditional", { applied: grade1 })).toHaveTextContent(/The family applied for .?Grade 1.?\. This is a place in .?KG 1.?\./);
  cleanup();
  expect(await open("S/assessed", "F/unconditional", { applied: grade1, language: "ar" })).toHaveTextContent(/قدّمت الأسرة طلبًا إلى .?الصف الأول/);
});

it("shows the e-mail as it would arrive, for the place and the day that are chosen", async () => {
  const asked: unknown[] = [];
  const dialog = await open("S/assessed", "F/unconditional");
  stubServer({
    "GET /seats": () => ({ rounds: [] }),
    "POST /enquiries/e1/application/mail": (body) => {
      asked.push(body);
      return { subject: "A place is offered", html: "<p>Dear family</p>", locale: "ar" };
    },
  });
  await userEvent.click(within(dialog).getByRole("button", { name: "See the e-mail" }));
  const shown = await screen.findByRole("dialog", { name: "The e-mail as it arrives" });
  expect(shown).toHaveTextContent("A place is offered");
  expect(within(shown).getByTitle("The e-mail as it arrives")).toHaveAttribute("lang", "ar");
  expect(asked).toEqual([{ to: "F/unconditional" }]);
});

it("says of a hold for how long a place is kept, and of one that is over that it needs another", async () => {
  expect(await open("A/fee_due", "O/payment")).toHaveTextContent("Its place stays reserved until the end of that day, and no longer.");
  cleanup();
  const over = { held_from: "A/fee_due", review_by: "2026-11-20", seat_ended: true } as const;
  expect(await open("O/payment", "A/fee_due", { application: over })).toHaveTextContent("Its place is not reserved any more: it needs one that is available.");
  cleanup();
  expect(await open("O/payment", "R/school", { application: over }), "it frees none").not.toHaveTextContent("its place is available again");
});

it("says in the record that the day of a hold is over, and that its place is gone", async () => {
  const facts = async (change: Partial<ApplicationStanding>) => {
    stubServer({});
    await renderWith(
      <SchoolContext value={school}>
        <ApplicationFacts application={applicationAt("O/payment", { held_from: "A/fee_due", ...change })} />
      </SchoolContext>,
    );
  };
  await facts({ review_by: "2026-11-20", seat_ended: true });
  expect(screen.getByText(/20-Nov-2026.?, overdue/)).toBeVisible();
  expect(screen.getByText("Not reserved any more: the day has passed.")).toBeVisible();
  cleanup();
  await facts({ review_by: "2026-11-21" });
  expect(screen.getByText("21-Nov-2026")).toBeVisible();
  expect(screen.queryByText(/overdue/)).toBeNull();
});
