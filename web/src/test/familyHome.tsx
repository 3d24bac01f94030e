import userEvent from "@testing-library/user-event";
import { signedIn } from "@/api/authSlice";
import { SchoolContext } from "@/api/school";
import type { SessionUser } from "@/api/types";
import { makeStore } from "@/app/store";
import { renderWith } from "./render";
import { school, stubServer } from "./server";
import type { FamilyHome } from "@/features/dashboard/api";
import { DashboardPage } from "@/features/dashboard/DashboardPage";

export const title = { en: "Apply for a place", ar: "طلب مقعد" };
export const home: FamilyHome = {
  children: [{ name: "Layan", applications: [{ id: "s1", reference: "ABQ-1", form: "abq", form_title: title, state: "contacted", submitted_at: "2026-11-01T08:00:00Z", missing: [{ en: "Birth certificate", ar: "شهادة الميلاد" }] }] }],
  drafts: [{ token: "tok-of-the-account-1", form: "abq", form_title: title, person: "Huda", step: "child", updated_at: "2026-11-20T08:00:00Z", expires_at: "2027-01-12T00:00:00Z", address: "/enquiryform/abq" }],
  due: [{ kind: "form_closes", form: "abq", form_title: title, on: "2027-02-01" }, { kind: "missing", form: "abq", form_title: title, reference: "ABQ-1", application: "s1", on: "2026-12-01", text: { en: "Birth certificate", ar: "شهادة الميلاد" } }],
  offered: [],
  adoptable: [],
};

/** The dashboard of somebody with these roles. */
export async function open(authority: SessionUser["authority"], handlers: Parameters<typeof stubServer>[0], language: "en" | "ar" = "en", who: Partial<SessionUser> = {}, more: Partial<typeof school> = {}, forms: (typeof school)["forms"] = []) {
  const server = stubServer(handlers);
  const store = makeStore();
  store.dispatch(signedIn({ id: "u", avatar: "", userName: "Maryam", email: "m@example.com", authority, kind: "family", ...who }));
  const own = { ...school, ...more, forms: [{ id: "new", path: "/enquiry/new", title: { en: "Ask the school", ar: "اسأل المدرسة" }, kind: "enquiry" as const, version: "1", open: true }, ...forms] };
  const view = await renderWith(
    <SchoolContext value={own}>
      <DashboardPage />
    </SchoolContext>,
    { path: "/dashboard", store, language },
  );
  return { ...view, ...server, user: userEvent.setup() };
}
