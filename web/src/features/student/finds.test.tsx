import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
import type { Role } from "@/api/roles";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { storeToken } from "@/api/session";
import { CommandPalette } from "@/app/palette/CommandPalette";
import { makeStore } from "@/app/store";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { fileHead } from "@/test/student";

vi.setConfig({ testTimeout: 30_000 });

beforeEach(() => {
  storeSchoolId("abq");
  storeToken("t", 600);
});

async function open(role: Role = "admissions_officer") {
  const asked: unknown[] = [];
  const { calls } = stubServer({
    "GET /enquiries": () => ({ items: [], total: 0, next_cursor: null, counts: {} }),
    "POST /student/registration_data": (body) => {
      const { enroll_number: number } = body as { enroll_number: string };
      asked.push(number);
      if (!number.endsWith("1")) return { status: 404, body: { messageId: "A001" } };
      return { student: { ...fileHead({ admission_number: "ABQ-2027-0001" }), student_id: "1" } };
    },
  });
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Noor", email: "n@abq.example", authority: [role], kind: "staff" }));
  const { router } = await renderWith(
    <SchoolContext value={school}>
      <CommandPalette onClose={() => {}} onKeys={() => {}} />
    </SchoolContext>,
    { store, path: "/dashboard" },
  );
  return { asked, calls, router, user: userEvent.setup() };
}

/** At once, so that nothing is asked for in between. */
async function write(user: ReturnType<typeof userEvent.setup>, text: string) {
  await user.click(screen.getByRole("combobox"));
  await user.paste(text);
}

it("finds a child by a whole number, and leads to the file", async () => {
  const { user, asked, router } = await open();
  await write(user, "abq-2027 0001");
  await user.click(await screen.findByRole("option", { name: /Sara.*ABQ-2027-0001/ }));
  expect(asked).toEqual(["abq-2027 0001"]);
  await waitFor(() => expect(router.state.location.pathname).toBe("/student/1"));
});

it("asks for nothing less than a whole number, and finds nothing where none has it", async () => {
  const { user, asked, calls } = await open();
  await write(user, "abq27");
  await waitFor(() => expect(calls).toContain("GET /enquiries"));
  expect(asked).toEqual([]);
  await write(user, "-00002");
  await waitFor(() => expect(asked).toEqual(["abq27-00002"]));
  expect(screen.queryByRole("option", { name: /Sara/ })).toBeNull();
});

it("asks for nobody who reads no applications", async () => {
  const { user, asked } = await open("form_designer");
  await write(user, "abq27-00001");
  expect(await screen.findByText(/^Nothing found/)).toBeVisible();
  expect(asked).toEqual([]);
});
