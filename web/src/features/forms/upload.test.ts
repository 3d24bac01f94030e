import { afterEach, expect, it, vi } from "vitest";
import { dropToken, storeToken } from "@/api/session";
import { sendFile } from "./upload";

afterEach(() => vi.unstubAllGlobals());

/** The headers of the last upload. */
let sent: Record<string, string> = {};

/** An upload that the server answers like this. */
function answered(status: number, body: string) {
  class Call {
    status = status;
    responseText = body;
    upload = { addEventListener: () => {} };
    timeout = 0;
    private loaded = () => {};
    addEventListener(event: string, heard: () => void) {
      if (event === "load") this.loaded = heard;
    }
    open() {
      sent = {};
    }
    setRequestHeader(name: string, value: string) {
      sent[name] = value;
    }
    abort() {}
    send() {
      this.loaded();
    }
  }
  vi.stubGlobal("XMLHttpRequest", Call);
  return sendFile({ form: "new", field: "scan", draft: "t", file: new File(["x"], "a.pdf") }, () => {}).done;
}

it("tells refusals apart that a person can do something about", async () => {
  for (const [status, id, fault] of [
    [413, "D001", "tooLarge"],
    [415, "D002", "wrongType"],
    [422, "D003", "tooMany"],
    [429, "D004", "usedUp"],
    [422, "L012", "unproved"],
    [429, "L002", "busy"],
    [429, "R012", "busy"],
    [503, "R008", "busy"],
    [507, "R009", "full"],
    [500, "R999", "failed"],
  ] as const) {
    expect({ id, fault: await answered(status, JSON.stringify({ success: false, messageId: id })) }).toEqual({ id, fault });
  }
  const sentElsewhere = { success: false, messageId: "F009", submitted_at: "2026-11-21T08:00:00Z" };
  expect(await answered(410, JSON.stringify(sentElsewhere))).toEqual({ sentAt: "2026-11-21T08:00:00Z" });
  expect(await answered(502, "<html>")).toBe("failed");
  expect(await answered(0, "")).toBe("offline");
});

it("goes as whoever is signed in", async () => {
  dropToken();
  await answered(201, JSON.stringify({ upload: {} }));
  expect(sent.authorization).toBeUndefined();
  storeToken("a-bearer", 600);
  await answered(201, JSON.stringify({ upload: {} }));
  expect(sent.authorization).toBe("Bearer a-bearer");
  dropToken();
});
