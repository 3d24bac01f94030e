import { configure, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { makeStore } from "@/app/store";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import type { Profile } from "../api";
import { ProfilePage } from "../ProfilePage";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

const profile: Profile = {
  id: "u1", version: 3, kind: "family", name: "Maryam", email: "maryam@example.com", email_verified: true, phone: "+96892345678", phone_verified: false, avatar: "", locale: "en",
  address: "", city: "Muscat", state: "", country: "OM", relation: "mother", notifications: { mail: true, sms: false },
  second_factor: { active: false, required: false, recovery_codes_left: 0 }, has_password: true, roles: ["guardian"], created_at: "2025-03-05T08:00:00Z", signed_in_at: null,
};

async function open(change: Partial<Profile>, at = school) {
  stubServer({ "GET /profile": () => ({ profile: { ...profile, ...change } }) });
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Maryam", email: profile.email, authority: ["guardian"], kind: "family" }));
  const element = (
    <SchoolContext value={at}>
      <ProfilePage />
    </SchoolContext>
  );
  return await renderRoutes([{ path: "/profile", element }], { path: "/profile", store });
}

it("asks families who they are to the child, and colleagues only where they said it", async () => {
  const family = await open({});
  expect(await screen.findByLabelText("Your relation to the child")).toHaveValue("mother");
  expect(screen.queryByText(/staff/i)).toBeNull();
  family.unmount();
  for (const [relation, asked] of [["", false], ["father", true]] as const) {
    const { unmount } = await open({ kind: "staff", roles: ["admissions_officer"], relation });
    expect(await screen.findByLabelText("City")).toBeVisible();
    expect(screen.queryByLabelText("Your relation to the child") !== null).toBe(asked);
    unmount();
  }
});

it("a college asks for the relation to the applicant, and a company for none", async () => {
  for (const [kind_of_institution, asked] of [["college", 1], ["company", 0]] as const) {
    const { unmount } = await open({ relation: "" }, { ...school, kind_of_institution });
    expect(await screen.findByLabelText("City")).toBeVisible();
    expect(screen.queryAllByLabelText("Your relation to the applicant")).toHaveLength(asked);
    expect(screen.queryByLabelText(/child/)).toBeNull();
    unmount();
  }
});
