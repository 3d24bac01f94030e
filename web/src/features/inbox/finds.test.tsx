import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { signedIn } from "@/api/authSlice";
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

const row = (id: string, person: string, reference: string, registration_id: string | null) => ({ id, person, person_ar: null, reference, registration_id, state: "W/review" });
/** What the words of a number find, each as the beginning of another. */
const ROWS = [row("1", "Sara", "ABQ-E26-00070", "ABQ27-00001"), row("2", "Omar", "ABQ-E26-00001", "ABQ27-00024"), row("3", "Zaid", "ABQ-N26-00001", null)];

async function write(text: string) {
  stubServer({
    "GET /enquiries": () => ({ items: ROWS, total: ROWS.length, next_cursor: null, counts: {} }),
    "POST /student/registration_data": (body) => {
      const { enroll_number: number } = body as { enroll_number: string };
      return number.startsWith("abq27") ? { student: { ...fileHead(), student_id: "1" } } : { status: 404, body: { messageId: "A001" } };
    },
  });
  const store = makeStore();
  store.dispatch(signedIn({ id: "u1", avatar: "", userName: "Noor", email: "n@abq.example", authority: ["admissions_officer"], kind: "staff" }));
  await renderWith(
    <SchoolContext value={school}>
      <CommandPalette onClose={() => {}} onKeys={() => {}} />
    </SchoolContext>,
    { store, path: "/dashboard" },
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("combobox"));
  await user.paste(text);
}

const found = () => screen.queryAllByRole("option").map((option) => option.textContent);

it("finds an application by the whole of its number once, and none whose number only begins alike", async () => {
  await write("abq27 00001");
  await waitFor(() => expect(found()).toEqual(["SaraABQ27-00001"]));
});

it("finds an enquiry by the whole of its reference, and no other", async () => {
  await write("ABQ-N26-00001");
  await waitFor(() => expect(found()).toEqual(["ZaidABQ-N26-00001"]));
});

it("finds all that a name begins", async () => {
  await write("a");
  expect(screen.queryByText("ABQ27-00024")).toBeNull();
  await userEvent.setup().type(screen.getByRole("combobox"), "l");
  await waitFor(() => expect(found()).toEqual(expect.arrayContaining(["SaraABQ27-00001", "OmarABQ27-00024", "ZaidABQ-N26-00001"])));
});
