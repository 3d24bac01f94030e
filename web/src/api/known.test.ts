import { afterEach, expect, it, vi } from "vitest";
import { makeStore } from "@/app/store";
import { school } from "@/test/server";
import { enhancedApi } from "./generated";

afterEach(() => document.getElementById("known")?.remove());

async function read(text?: string) {
  if (text !== undefined) {
    const data = document.createElement("script");
    Object.assign(data, { type: "application/json", id: "known", textContent: text });
    document.body.append(data);
  }
  vi.resetModules();
  return await import("./known");
}

it("what the page brought along is answered without a call", async () => {
  const asked = vi.fn<() => void>();
  vi.stubGlobal("fetch", asked);
  const places = { success: true, messageId: "", years: [] };
  const form = { success: true, messageId: "", form: { id: "new" } };
  const { known, knownAnswers } = await read(JSON.stringify({ school, places, forms: { new: form }, texts: { "ar/common": "/locales/ar/common.json?v=1" } }));
  const store = makeStore();
  store.dispatch(knownAnswers(known, "ar"));
  expect((await store.dispatch(enhancedApi.endpoints.getSchoolDetails.initiate())).data).toEqual(school);
  expect((await store.dispatch(enhancedApi.endpoints.listPlaces.initiate())).data).toEqual(places);
  expect((await store.dispatch(enhancedApi.endpoints.getForm.initiate({ form: "new", lng: "ar" }))).data).toEqual(form);
  expect(asked).not.toHaveBeenCalled();
  expect(known.texts["ar/common"]).toBe("/locales/ar/common.json?v=1");
});

it("a page that brought nothing asks for everything", async () => {
  const { known } = await read();
  expect(known).toEqual({ forms: {}, texts: {} });
});
