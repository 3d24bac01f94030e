import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import type { Enquiry } from "@/api/types";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { VerdictView } from "./VerdictView";

const messages = { "explain.grade": "Grade 1 by age.", "explain.documents": "{{given}} of {{wanted}} documents given." };
const grade = { code: "explain.grade", params: {} };
const documents = { code: "explain.documents", params: { given: 2, wanted: 9 } };

async function show(score: { points: number; out_of: number } | null, explain: object[]) {
  const verdict = { score, explain, route: null, tags: [], errors: [], checklist: [], computed: [] };
  const enquiry = { verdict, plugin_failure: null, document: { messages } } as unknown as Enquiry;
  return await renderWith(<VerdictView enquiry={enquiry} order={2} />);
}

it("a score has its name and what it counts beside it, and the other reasons below", async () => {
  await show({ points: 2, out_of: 9 }, [grade, documents]);
  expect(screen.getByText("Score")).toBeVisible();
  expect(screen.getByRole("meter", { name: "Score" })).toBeVisible();
  expect(screen.getByText("Calculated when the form was sent. What came in since is counted under Documents.")).toBeVisible();
  expect(screen.getByText("2 of 9").closest("p")).toHaveTextContent("2 of 9 documents given.");
  expect(within(screen.getByRole("list")).getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["Grade 1 by age."]);
});

it("where no reason names its figures, the first one stands there", async () => {
  const { unmount } = await show({ points: 40, out_of: 100 }, [grade, documents]);
  expect(screen.getByText("40 of 100").closest("p")).toHaveTextContent("Grade 1 by age.");
  unmount();
  await show(null, [grade]);
  expect(within(screen.getByRole("list")).getByText("Grade 1 by age.")).toBeVisible();
});

it("what is still needed is what is missing now, and places are counted by the status alone", async () => {
  storeSchoolId("abq");
  storeToken("t", 600);
  const paper = (en: string, state: string) => ({ field: en, label: { en, ar: en }, wanted: true, due_on: null, state, files: [], waiver: null });
  stubServer({
    "GET /enquiries/e1/papers": () => ({ items: [paper("Passport", "accepted"), paper("Photo", "missing"), paper("Certificate", "refused")], removed: [] }),
    "GET /enquiries/e1/messages": () => ({ items: [], language: "en" }),
  });
  const places = { code: "explain.places", params: { free: 24, places: 44 } };
  const checklist = ["Passport", "Photo", "Certificate"].map((code) => ({ code, params: {}, due_on: null }));
  const verdict = { score: null, explain: [grade, places], route: null, tags: [], errors: [], checklist, computed: [] };
  const all = { ...messages, "explain.places": "{{free}} of {{places}} places." };
  const enquiry = { id: "e1", registration_id: "ABQ27-00001", verdict, plugin_failure: null, document: { messages: all } } as unknown as Enquiry;
  await renderWith(
    <SchoolContext value={school}>
      <VerdictView enquiry={enquiry} order={2} />
    </SchoolContext>,
  );
  expect(await screen.findByText("Photo")).toBeVisible();
  expect(screen.getByText("Certificate")).toBeVisible();
  expect(screen.queryByText("Passport")).toBeNull();
  expect(screen.getByText("Grade 1 by age.")).toBeVisible();
  expect(screen.queryByText("24 of 44 places.")).toBeNull();
});
