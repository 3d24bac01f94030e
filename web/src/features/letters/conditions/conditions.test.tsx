import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { beforeEach, expect, it, vi } from "vitest";
import { storeSchoolId } from "@/api/schoolId";
import { renderWith } from "@/test/render";
import { stubServer } from "@/test/server";
import type { Condition } from "./api";
import { Conditions } from "./Conditions";

vi.setConfig({ testTimeout: 30_000 });

const report: Condition = {
  code: "report",
  text: { en: "The school report", ar: "الشهادة المدرسية" },
  due_on: "2026-12-12",
  state: "open",
  takes_files: true,
  files: [],
};
const test: Condition = { ...report, code: "test", text: { en: "The placement test", ar: "اختبار تحديد المستوى" }, state: "waived", takes_files: false };

const sent = { id: "f1", name: "report.pdf", of_school: false };

beforeEach(() => storeSchoolId("abq"));

function load(more: Parameters<typeof stubServer>[0] = {}, language: "en" | "ar" = "en") {
  const onUnproved = vi.fn<() => void>();
  stubServer({ "POST /public/letter_conditions": () => ({ conditions: [report, test] }), ...more });
  void renderWith(<Conditions token="t" grant="g" onUnproved={onUnproved} />, { language });
  return { user: userEvent.setup(), onUnproved };
}

const file = () => new File(["%PDF-1.4"], "report.pdf", { type: "application/pdf" });
const picker = () => document.querySelector<HTMLInputElement>("input[type=file]")!;

it("tells how each condition stands, and until when", async () => {
  load();
  const list = within(await screen.findByRole("region", { name: "What the offer depends on" }));
  expect(await list.findByText("The school report")).toBeVisible();
  expect(list.getByText("Open · until the end of 12-Dec-2026")).toBeVisible();
  expect(list.getByText("Waived by the school")).toBeVisible();
  expect(list.getAllByRole("button")).toHaveLength(1);
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false }, "color-contrast": { enabled: false } } });
  expect(violations).toEqual([]);
});

it("sends a document, and shows what came", async () => {
  const { user } = load({
    "POST /public/letter_uploads": () => ({ status: 201, body: { conditions: [{ ...report, state: "submitted", files: [sent] }, test] } }),
  });
  await screen.findByText("The school report");
  await user.upload(picker(), file());
  expect(await screen.findByText("report.pdf")).toBeVisible();
  expect(screen.getByText("Sent, the school will answer · until the end of 12-Dec-2026")).toBeVisible();
});

it("opens a document that was sent, and takes it back", async () => {
  const asked: unknown[] = [];
  const saved: string[] = [];
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const added = { id: "f2", name: "by-school.pdf", of_school: true };
  const { user } = load({
    "POST /public/letter_conditions": () => ({ conditions: [{ ...report, state: "submitted", files: [sent, added] }, { ...test, files: [{ ...sent, id: "f3", name: "old.pdf" }] }] }),
    "POST /public/letter_uploads/file": (body) => {
      asked.push(body);
      return new Response("%PDF-1.4", { headers: { "content-type": "application/pdf" } });
    },
    "POST /public/letter_uploads/remove": (body) => {
      asked.push(body);
      return { conditions: [report, test] };
    },
  });
  await user.click(await screen.findByRole("button", { name: /^Download the file .?report\.pdf.?$/ }));
  await waitFor(() => expect(saved).toEqual(["report.pdf"]));
  expect(screen.queryByRole("button", { name: /by-school/ }), "what the school added stays").toBeNull();
  expect(screen.queryByRole("button", { name: /^Remove the file .?old\.pdf.?$/ }), "nothing is taken of one that is over").toBeNull();
  await user.click(screen.getByRole("button", { name: /^Remove the file .?report\.pdf.?$/ }));
  await waitFor(() => expect(screen.queryByText("report.pdf")).toBeNull());
  const held = { token: "t", grant: "g", code: "report", file: "f1" };
  expect(asked).toEqual([held, held]);
  click.mockRestore();
});

it("says why a document stays", async () => {
  const { user } = load({
    "POST /public/letter_conditions": () => ({ conditions: [{ ...report, state: "submitted", files: [sent] }] }),
    "POST /public/letter_uploads/remove": () => ({ status: 422, body: { messageId: "D003" } }),
  });
  await user.click(await screen.findByRole("button", { name: /^Remove the file/ }));
  expect(await screen.findByRole("alert")).toHaveTextContent("takes no more documents");
  expect(screen.getByText("report.pdf")).toBeVisible();
});

it("says why a document was not taken, and asks again once the hour is over", async () => {
  let answer = { status: 422, body: { messageId: "D003" } };
  const { user, onUnproved } = load({ "POST /public/letter_uploads": () => answer });
  await screen.findByText("The school report");
  await user.upload(picker(), file());
  expect(await screen.findByRole("alert")).toHaveTextContent("takes no more documents");
  answer = { status: 404, body: { messageId: "L010" } };
  await user.upload(picker(), file());
  await waitFor(() => expect(onUnproved).toHaveBeenCalledOnce());
});

it("sends the same file again after it did not arrive", async () => {
  let answer: object = { status: 503, body: { messageId: "S001" } };
  const { user } = load({ "POST /public/letter_uploads": () => answer });
  await screen.findByText("The school report");
  const same = file();
  await user.upload(picker(), same);
  await screen.findByRole("alert");
  answer = { status: 201, body: { conditions: [{ ...report, state: "submitted", files: [sent] }, test] } };
  await user.upload(picker(), same);
  expect(await screen.findByText("report.pdf")).toBeVisible();
});

it("reads in Arabic", async () => {
  load({}, "ar");
  expect(await screen.findByText("الشهادة المدرسية")).toBeVisible();
  expect(screen.getByRole("region", { name: "شروط العرض" })).toBeVisible();
});
