import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import type { PaperFileView } from "@/api/generated";
import { storeSchoolId } from "@/api/schoolId";
import { SchoolContext } from "@/api/school";
import { storeToken } from "@/api/session";
import type { Language } from "@/i18n/languages";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { PaperViewer } from "./PaperViewer";

vi.setConfig({ testTimeout: 30_000 });

const file = (id: string, media_type: string, change: Partial<PaperFileView> = {}): PaperFileView => ({ file: id, name: `${id}.${media_type.split("/")[1]}`, bytes: 2048, media_type, state: "received", reason: null, comment: "", reviewer: null, reviewed_at: null, ...change });
const FILES = [
  { label: "Passport", file: file("photo", "image/png") },
  { label: "Report", file: file("report", "application/pdf") },
  { label: "Letter", file: file("letter", "text/plain") },
];

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

function Documents({ onSave }: { onSave: (file: string) => void }) {
  const [shown, setShown] = useState<string | null>(null);
  return (
    <>
      <button type="button" onClick={() => setShown("photo")}>
        Open
      </button>
      {shown && (
        <PaperViewer enquiry="e1" files={FILES} shown={shown} edits answers={<p>Civil number 123</p>} picture={async (id) => (id === "photo" ? "data:image/png;base64,AA==" : null)} onShow={setShown} onSave={onSave} onWrite={() => {}} onClose={() => setShown(null)} />
      )}
    </>
  );
}

async function open(language: Language = "en") {
  const said: unknown[] = [];
  const onSave = vi.fn<(file: string) => void>();
  const { calls } = stubServer({
    "POST /enquiries/e1/files/report/show": () => ({ address: "/api/v1/oa/common/shown-files/x.y" }),
    "PUT /enquiries/e1/files/photo/review": (body) => {
      said.push(body);
      return { items: [] };
    },
  });
  await renderWith(
    <SchoolContext value={school}>
      <Documents onSave={onSave} />
    </SchoolContext>,
    { language },
  );
  const user = userEvent.setup();
  const opener = screen.getByRole("button", { name: "Open" });
  await user.click(opener);
  return { user, opener, said, onSave, calls };
}

it("shows a picture as a whole or at its own size, beside what is said of it", async () => {
  const { user, said, onSave } = await open();
  const dialog = await screen.findByRole("dialog", { name: "Passport" });
  const picture = await within(dialog).findByRole("img", { name: "photo.png" });
  expect(picture).toHaveAttribute("src", "data:image/png;base64,AA==");
  expect(within(dialog).queryByRole("region")).toBeNull();
  await user.click(within(dialog).getByRole("button", { name: "Actual size (100%)" }));
  expect(within(dialog).getByRole("region", { name: "Actual size (100%)" })).toContainElement(picture);
  await user.click(within(dialog).getByRole("button", { name: "Fit to window" }));
  expect(within(dialog).queryByRole("region")).toBeNull();
  await user.click(within(dialog).getByRole("button", { name: "Download" }));
  expect(onSave).toHaveBeenCalledExactlyOnceWith("photo");
  await user.click(within(dialog).getByRole("button", { name: "Accept photo.png" }));
  await waitFor(() => expect(said).toEqual([{ state: "accepted" }]));
});

it("goes through the documents by the arrows, and a document is shown under an address of its own", async () => {
  const { user, opener, calls } = await open();
  expect(await screen.findByRole("button", { name: "Previous document" })).toBeDisabled();
  await user.keyboard("{ArrowRight}");
  const report = await screen.findByTitle("report.pdf");
  expect(report).toHaveAttribute("src", "/api/v1/oa/common/shown-files/x.y");
  expect(screen.getByRole("link", { name: "Open in a new tab" })).toHaveAttribute("rel", "noopener noreferrer");
  expect(screen.getByText(/2 of 3/)).toBeVisible();
  await user.keyboard("{ArrowRight}");
  expect(await screen.findByText(/This kind of file cannot be shown here/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Next document" })).toBeDisabled();
  await user.keyboard("{ArrowLeft}");
  expect(await screen.findByTitle("report.pdf")).toBeVisible();
  expect(calls.filter((call) => call.endsWith("/show"))).toHaveLength(2);
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(opener).toHaveFocus());
});

it("goes the other way in Arabic, and leaves the arrows to a dialog over it", async () => {
  const { user } = await open("ar");
  await screen.findByRole("img");
  await user.keyboard("{ArrowLeft}");
  expect(await screen.findByTitle("report.pdf")).toBeVisible();
  await user.keyboard("{ArrowRight}");
  await screen.findByRole("img");
  await user.click(screen.getByRole("button", { name: "رفض photo.png" }));
  await user.click(await screen.findByRole("radio", { name: "غير واضح" }));
  await user.keyboard("{ArrowLeft}");
  expect(screen.getByRole("img", { hidden: true })).toHaveAttribute("alt", "photo.png");
});

it("takes by a key and goes on to the next that nobody looked at, and refuses by another", async () => {
  const { user, said } = await open();
  const accept = await screen.findByRole("button", { name: "Accept photo.png" });
  expect(accept).toHaveAttribute("aria-keyshortcuts", "A");
  await user.keyboard("a");
  expect(await screen.findByRole("dialog", { name: "Report" })).toBeVisible();
  expect(said).toEqual([{ state: "accepted" }]);
  expect(screen.getByText(/2 of 3/)).toHaveFocus();
  await user.keyboard("r");
  expect(await screen.findByRole("radio", { name: "It cannot be read" })).toBeVisible();
  await user.keyboard("a");
  expect(said).toHaveLength(1);
});

it("goes to the next and the one before by letters, on a keyboard of another script too, and says where it is", async () => {
  const { user } = await open("ar");
  await screen.findByRole("img");
  await user.keyboard("n");
  expect(await screen.findByTitle("report.pdf")).toBeVisible();
  expect(screen.getByText(/2.*من.*3/)).toHaveAttribute("role", "status");
  fireEvent.keyDown(window, { key: "ح", code: "KeyP" });
  expect(await screen.findByRole("img")).toBeVisible();
  expect(screen.getByRole("button", { name: "المستند التالي" })).toHaveAttribute("aria-keyshortcuts", "N");
});

it.each([
  ["en", "Answers"],
  ["ar", "الإجابات"],
] as const)("stands beside the answers where there is room for both (%s)", async (language, name) => {
  await open(language);
  expect(screen.queryByRole("region", { name }), "a narrow window").toBeNull();
  const narrow = window.matchMedia;
  window.matchMedia = (query) => ({ ...narrow(query), matches: true });
  try {
    cleanup();
    await open(language);
    const beside = await screen.findByRole("region", { name });
    expect(beside).toHaveTextContent("Civil number 123");
    expect(beside, "it is moved by the keyboard too").toHaveAttribute("tabindex", "0");
  } finally {
    window.matchMedia = narrow;
  }
});

it.each([
  ["en", "Turn", "Next document", "Actual size (100%)"],
  ["ar", "تدوير", "المستند التالي", "الحجم الأصلي (100%)"],
] as const)("turns a photo that was taken sideways, and the next stands upright (%s)", async (language, turn, next, full) => {
  const { user } = await open(language);
  const picture = await screen.findByRole("img", { name: "photo.png" });
  await user.click(screen.getByRole("button", { name: turn }));
  expect(picture.style.rotate).toBe("90deg");
  expect(picture.parentElement).toHaveAttribute("data-side");
  await user.click(screen.getByRole("button", { name: turn }));
  expect(picture.style.rotate).toBe("180deg");
  expect(picture.parentElement).not.toHaveAttribute("data-side");
  await user.click(screen.getByRole("button", { name: full }));
  expect(screen.queryByRole("button", { name: turn }), "it is moved there by its edges").toBeNull();
  await user.click(screen.getByRole("button", { name: next }));
  expect(screen.queryByRole("button", { name: turn })).toBeNull();
});
