import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Enquiry } from "@/api/types";
import { renderWith } from "@/test/render";
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
  expect(screen.getByText("As it was sent; what was added later is not counted.")).toBeVisible();
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
