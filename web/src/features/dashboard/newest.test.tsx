import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { NO_COUNTS } from "@/api/standing";
import type { FileDocument, FileSections } from "@/api/student";
import { makeStore } from "@/app/store";
import type { Language } from "@/i18n/languages";
import { student } from "@/test/applications";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { studentFile } from "@/test/student";
import { ApplicationTiles, LatestApplications } from "./ApplicationTiles";

vi.setConfig({ testTimeout: 30_000 });

const applying = { ...school, application: { form: "abq", minutes: 10, papers: [], grades: [] } };
const sara = student("1", { student_name: "Sara", student_name_ar: "سارة" });
const omar = student("2", { student_name: "Omar", sims_admission_status: "F", sub_status: "conditional" });
const file: FileDocument["files"][number] = { file: "f1", name: "scan.pdf", bytes: 2048, media_type: "application/pdf", state: "received", reason: null };
const papers: FileDocument[] = [{ field: "passport", label: { en: "Passport", ar: "جواز السفر" }, wanted: true, due_on: null, state: "received", files: [file] }];

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

interface Opened {
  students?: (typeof sara)[];
  documents?: FileSections["documents"] | null;
  language?: Language;
}

async function open({ students = [sara, omar], documents = { version: 1, items: papers }, language = "en" }: Opened = {}) {
  const asked: unknown[] = [];
  stubServer({
    "GET /enquiries/assignees": () => ({ items: [] }),
    "GET /seats": () => ({ rounds: [] }),
    "GET /student/overview": () => ({ funnel: [], waiting: [] }),
    "POST /student/student_list": () => ({ students, counts: { ...NO_COUNTS, W: students.length }, total: students.length, next_cursor: null }),
    "POST /student/student_data": (body, url) => {
      asked.push([url.searchParams.get("student_id"), body]);
      return studentFile({ sections: documents ? { documents } : {} });
    },
    "POST /enquiries/1/files/f1/show": () => ({ address: "/api/v1/oa/common/shown-files/x.y" }),
  });
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Noor", email: "n@abq.example", authority: ["admissions_officer"], kind: "staff" }));
  await renderWith(
    <SchoolContext value={applying}>
      <ApplicationTiles />
      <LatestApplications />
    </SchoolContext>,
    { path: "/dashboard", store, language },
  );
  return { asked, user: userEvent.setup() };
}

it("lists the newest; one is chosen, shown with number, name and the way to the full file, and let go again", async () => {
  const { user } = await open();
  const list = within(await screen.findByRole("region", { name: "Newest applications" }));
  const rows = await list.findAllByRole("button");
  expect(rows.map((row) => row.textContent)).toEqual([expect.stringMatching(/^SaraKG 1ABQ27-00001Waiting under review/), expect.stringMatching(/^OmarKG 1ABQ27-00002Offer sent with conditions/)]);
  expect(screen.queryByRole("region", { name: "Selected application" })).toBeNull();
  await user.click(rows[0]!);
  expect(rows[0]).toHaveAttribute("aria-pressed", "true");
  const card = within(screen.getByRole("region", { name: "Selected application" }));
  expect(card.getByRole("heading", { name: "Sara" })).toBeVisible();
  expect(card.getByText("ABQ27-00001")).toBeVisible();
  expect(card.getByRole("link", { name: "Open the full file" })).toHaveAttribute("href", "/student/1");
  await user.click(card.getByRole("button", { name: "Close the selected application" }));
  expect(screen.queryByRole("region", { name: "Selected application" })).toBeNull();
  expect(rows[0]).toHaveAttribute("aria-pressed", "false");
});

it("a document of the chosen student opens in a dialog, under an address of its own", async () => {
  const { user, asked } = await open();
  await user.click(await screen.findByRole("button", { name: /^Sara/ }));
  await user.click(await screen.findByRole("button", { name: "Look at Passport: Received" }));
  expect(asked).toEqual([["1", { sections: ["documents"] }]]);
  const dialog = await screen.findByRole("dialog", { name: "Passport" });
  expect(await within(dialog).findByTitle("Passport")).toHaveAttribute("src", "/api/v1/oa/common/shown-files/x.y");
  await user.click(within(dialog).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("offers no documents to whoever reads none", async () => {
  const { user, asked } = await open({ documents: null });
  await user.click(await screen.findByRole("button", { name: /^Sara/ }));
  await waitFor(() => expect(asked).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText("Loading the documents")).toBeNull());
  expect(screen.queryByRole("heading", { name: "Documents" })).toBeNull();
});

it("says where applications come from while there are none", async () => {
  await open({ students: [] });
  expect(await screen.findByRole("heading", { name: "No applications to show" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Open the list" })).toHaveAttribute("href", "/pre_admission?kind=applications");
});

it("says it in Arabic too", async () => {
  const { user } = await open({ language: "ar" });
  await user.click(await screen.findByRole("button", { name: /^سارة/ }));
  expect(screen.getByRole("heading", { name: "سارة" })).toBeVisible();
  expect(await screen.findByRole("button", { name: /عرض .*جواز السفر/ })).toBeVisible();
  expect(screen.getByRole("link", { name: "فتح الملف الكامل" })).toBeVisible();
});
