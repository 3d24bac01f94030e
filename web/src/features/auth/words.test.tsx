import { configure, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { dropToken } from "@/api/session";
import { renderRoutes } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { CodeStep } from "./parts/CodeStep";
import { PinStep } from "./parts/PinStep";
import { VerifyAccountPage } from "./VerifyAccountPage";

configure({ asyncUtilTimeout: 5_000 });
vi.setConfig({ testTimeout: 30_000 });

async function draw(page: React.ReactNode, language: "en" | "ar" = "en", path = "/page") {
  await renderRoutes([{ path: "/page", element: <SchoolContext value={school}>{page}</SchoolContext> }], { language, path });
  return userEvent.setup();
}

beforeEach(() => {
  dropToken();
  storeSchoolId("abq");
});

describe("the ways in say", () => {
  it.each([["en", "The staff code or PIN is not right.", "Staff code", "PIN", "Sign in"], ["ar", "رمز الموظف أو الرقم السري غير صحيح.", "رمز الموظف", "الرقم السري", "تسجيل الدخول"]] as const)(
    "at a till (%s) that the staff code or the PIN is wrong",
    async (language, wrong, staff, pin, go) => {
      stubServer({ "POST /auth/login-pos": () => ({ status: 401, body: { messageId: "L001" } }) });
      const enrolled = { device_id: "d1", till: { id: "t1", code: "T1", name: "Canteen" } };
      const user = await draw(<PinStep enrolled={enrolled} onForget={() => {}} />, language);
      await user.type(screen.getByLabelText(staff), "1001");
      await user.type(screen.getByLabelText(pin), "9999");
      await user.click(screen.getByRole("button", { name: go }));
      expect(await screen.findByText(wrong)).toBeVisible();
    },
  );

  it("a telephone number from the left, in Arabic too", async () => {
    stubServer({});
    await draw(<CodeStep target={{ phone: "+96891234506" }} sent={{ challenge_id: "c", expires_in: 300, resend_in: 60 } as Parameters<typeof CodeStep>[0]["sent"]} onAnswer={() => {}} onAgain={() => {}} />, "ar");
    expect(screen.getByText("+968 91234506")).toHaveAttribute("dir", "ltr");
  });

  it.each([["en", "Sign in to confirm your new address", "Sign in"], ["ar", "سجّلوا الدخول لتأكيد عنوانكم الجديد", "تسجيل الدخول"]] as const)(
    "what to do where a new address is opened by somebody who did not ask (%s)",
    async (language, title, go) => {
      stubServer({ "POST /auth/verify-email": () => ({ status: 403, body: { messageId: "L019" } }) });
      await draw(<VerifyAccountPage />, language, "/page#token=asked-for-elsewhere-and-long-enough");
      expect(await screen.findByRole("heading", { name: title })).toBeVisible();
      expect(screen.getByRole("link", { name: go })).toHaveAttribute("href", "/sign-in");
    },
  );

  it("how to sign in where a link that confirmed an address was used before", async () => {
    stubServer({ "POST /auth/verify-email": () => ({ status: 422, body: { messageId: "L010" } }) });
    await draw(<VerifyAccountPage />, "en", "/page#token=used-before-and-long-enough-to-be-one");
    const [first] = (await screen.findByRole("textbox", { name: "E-mail" })).closest("main, body")!.querySelectorAll("a");
    expect(first).toHaveTextContent("Sign in");
    // Above the field, which belongs to the letter alone.
    expect(first!.compareDocumentPosition(screen.getByRole("textbox", { name: "E-mail" })) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(first).toHaveAttribute("href", "/sign-in");
  });
});
