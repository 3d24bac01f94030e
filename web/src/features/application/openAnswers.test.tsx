import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { MyApplication } from "@/api/generatedTypes";
import { SchoolContext } from "@/api/school";
import { storeSchoolId } from "@/api/schoolId";
import { renderWith } from "@/test/render";
import { school, stubServer } from "@/test/server";
import { OpenAnswers } from "./OpenAnswers";

vi.setConfig({ testTimeout: 30_000 });

const shown = { unlocked_until: "2026-11-28" } as unknown as MyApplication;
const unlocked = {
  reference: "ABQ-1",
  registration_id: null,
  form_title: { en: "Form", ar: "نموذج" },
  person: "Sara",
  message: "",
  until: "2026-11-28",
  fields: ["name"],
  document: { title: "Form", steps: [{ id: "one", title: "The child", fields: ["name"] }], schema: { type: "object", properties: { name: { type: "string", title: "Name" } } }, ui: { name: { "ui:widget": "text" } }, subject: {}, messages: {} },
  values: { name: "Sara" },
  version: 4,
};

beforeEach(() => storeSchoolId("abq"));

function show(application: MyApplication, take = vi.fn<(application: MyApplication) => void>()) {
  return renderWith(
    <SchoolContext value={school}>
      <OpenAnswers application="s1" shown={application} language="en" take={take} refused={vi.fn<() => void>()} />
    </SchoolContext>,
  );
}

it("is not there where nothing is open", async () => {
  stubServer({});
  await show({ ...shown, unlocked_until: null });
  expect(screen.queryByRole("button")).toBeNull();
});

it("says until when, and changes the answers by the key of the page", async () => {
  const sent: unknown[] = [];
  const take = vi.fn<(application: MyApplication) => void>();
  stubServer({
    "POST /public/unlocked/view": (body) => {
      expect(body).toEqual({ key: "s1", lng: "en" });
      return { application: unlocked };
    },
    "PUT /public/unlocked/values": (body) => {
      sent.push(body);
      return {};
    },
    "GET /public/applications/s1": () => ({ application: { ...shown, unlocked_until: null } }),
  });
  const user = userEvent.setup();
  await show(shown, take);
  expect(screen.getByText("28-Nov-2026")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Check the answers" }));
  await user.type(await screen.findByLabelText(/Name/), " A");
  await user.click(screen.getByRole("button", { name: "Send the answers" }));
  expect(await screen.findByText("The school has your answers.")).toBeVisible();
  expect(sent).toEqual([{ key: "s1", version: 4, values: { name: "Sara A" }, locale: "en" }]);
  await vi.waitFor(() => expect(take).toHaveBeenCalledWith(expect.objectContaining({ unlocked_until: null })));
});
