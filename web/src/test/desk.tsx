import userEvent from "@testing-library/user-event";
import { signedIn } from "@/api/authSlice";
import { SchoolContext } from "@/api/school";
import { makeStore } from "@/app/store";
import { renderRoutes } from "./render";
import { school, stubServer } from "./server";
import { SECTIONS } from "@/features/settings/desk/rooms";
import { Sections } from "@/features/settings/desk/sections";
import { ConflictDialog } from "@/features/settings/desk/ConflictDialog";
import { DeskBar } from "@/features/settings/desk/DeskBar";
import { deskOf } from "@/features/settings/desk/desk";
import { Ready } from "@/features/settings/desk/Ready";
import { LeaveGuard } from "@/features/settings/desk/LeaveGuard";
import { Toaster } from "@/features/settings/desk/Toaster";
import type { Diagnostic, DraftEdit, Edit, Revision, Settings } from "@/features/settings/desk/types";

export const by = { id: "u2", name: "Huda" };
const base = {
  name: { en: "Abq", ar: "عبق" }, mail_from: "Abq <post@abq.example>", conditionalScreens: { login: "Y", signUp: "Y" }, homePage: ["N", "N"],
  branding: { logo: "assets/logo.png", colours: { primary: "#0b5d4d", accent: "#c8932a" }, swiperText: [{ title: { en: "One", ar: "واحد" }, text: { en: "a", ar: "أ" } }, { title: { en: "Two", ar: "اثنان" }, text: { en: "b", ar: "ب" } }] },
  schoolDates: [{ sims_admission_start_from: "2026-10-01", sims_admission_end: "2027-06-30", year: "2027-2028" }], routes: { "/pre_admission": ["school_admin"] },
};
export const revision = (seq: number, change: Partial<Revision> = {}): Revision => ({ seq, at: "2026-11-20T08:00:00Z", kind: "published", by, note: `note ${seq}`, changes: 2, ...change });

/** A server that keeps a draft as the real one would, for one person. */
export function desk(change: { settings?: Partial<Settings>; problems?: Diagnostic[]; more?: Parameters<typeof stubServer>[0] } = {}) {
  let settings: Settings = { draft: { version: 1, edits: [] }, published: { seq: 3, at: "2026-11-20T08:00:00Z", by, note: "" }, locked: [], schedules: [], problems: [], ...change.settings };
  const sent: Array<{ call: string; body: unknown }> = [];
  const note = (call: string, answer: (body: never) => object) => ({
    [call]: (body: unknown) => {
      sent.push({ call, body });
      return answer(body as never);
    },
  });
  stubServer({
    "GET /settings": () => settings,
    "GET /settings/files": () => ({ items: [] }),
    "GET /settings/file": (_body, url) => {
      const file = url.searchParams.get("file") ?? "";
      const value = file === "school.yaml" ? base : null;
      return { file, base: value, published: value, draft: value };
    },
    "POST /settings/check": () => ({ problems: change.problems ?? [], changes: settings.draft.edits.map(({ file, pointer, value }) => ({ file, pointer, from: "#0b5d4d", to: value ?? null })), diff: "-a\n+b\n" }),
    ...note("PATCH /settings/draft", ({ edits }: { edits: Edit[] }) => {
      const version = settings.draft.version + 1;
      const fresh: DraftEdit[] = edits.filter((edit) => !edit.reset).map((edit) => ({ ...edit, version, by, at: "2026-11-21T10:00:00Z" }));
      settings = { ...settings, draft: { version, edits: [...settings.draft.edits.filter((old) => !edits.some((edit) => edit.pointer === old.pointer && edit.file === old.file)), ...fresh] } };
      return { draft: settings.draft, problems: [] };
    }),
    ...note("POST /settings/draft/discard", () => {
      settings = { ...settings, draft: { version: settings.draft.version + 1, edits: [] } };
      return { draft: settings.draft };
    }),
    ...note("POST /settings/publish", () => {
      settings = { ...settings, draft: { version: settings.draft.version + 1, edits: [] } };
      return { revision: revision(4) };
    }),
    "GET /common/school-details": () => school,
    ...change.more,
  });
  return { sent, edits: () => settings.draft.edits };
}

export async function open(room: React.ReactNode, { language = "en", roles = ["school_admin"], path = "/settings/x", route = "*", forms = school.forms, application = school.application, audiences = school.audiences }: { language?: "en" | "ar"; roles?: string[]; path?: string; route?: string; forms?: typeof school.forms; application?: typeof school.application; audiences?: typeof school.audiences } = {}) {
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Amina", email: "a@abq.example", authority: roles, kind: "staff" } as never));
  const element = (
    <SchoolContext value={{ ...school, forms, audiences, application: application ?? null }}>
      <Sections value={SECTIONS}>
        <DeskBar />
        <Ready>{room}</Ready>
        <ConflictDialog />
        <LeaveGuard />
        <Toaster />
      </Sections>
    </SchoolContext>
  );
  const view = await renderRoutes([{ path: route, element }], { path, language, store });
  return { ...view, user: userEvent.setup(), desk: deskOf(store) };
}
