import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { storeSchoolId } from "@/api/schoolId";
import { renderWith } from "@/test/render";
import { stubServer } from "@/test/server";
import { InboxHeader } from "./InboxHeader";

it("says why a file of the list is not given out", async () => {
  storeSchoolId("abq");
  stubServer({ "GET /enquiries/export": () => ({ status: 429, body: { success: false, messageId: "A006", left: 12, limit: 20000 } }) });
  await renderWith(<InboxHeader total={20_001} filters={{}} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Export" }));
  await user.click(await screen.findByRole("menuitem", { name: /CSV/ }));
  expect(await screen.findByRole("alert")).toHaveTextContent("more than your account may take out in an hour");
  expect(screen.getByRole("button", { name: "Export" })).toBeEnabled();
});
