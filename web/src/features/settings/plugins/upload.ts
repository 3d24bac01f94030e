/** Sends a component. `fetch` cannot tell how far it is, so it goes by XMLHttpRequest, with the same headers as every call. */
import { REQUEST_TIMEOUT_MS } from "@/api/baseQuery";
import type { Failure, Refusal } from "@/api/envelope";
import { needsRefresh, refreshSession } from "@/api/refresh";
import { guessedSchoolId, storedSchoolId } from "@/api/schoolId";
import { currentToken } from "@/api/session";
import type { SettingBlob } from "../desk/types";
import type { PluginRef } from "../desk/wordsApi";

/** What the server takes (docs/contracts.md, `upload_setting_blob`). */
export const LARGEST = 2 << 20;

/** It is there: its blob, and what it says that it is. */
export interface Component {
  blob: SettingBlob;
  plugin: PluginRef;
}

export type Sent = { component: Component } | { failure: Pick<Failure, "messageId" | "problems"> };

/** `onProgress` gets the share that is sent; the rest of the time is the server's, which tries the component. */
export async function sendComponent(file: File, onProgress: (share: number) => void): Promise<Sent> {
  if (needsRefresh()) await refreshSession();
  return await new Promise<Sent>((resolve) => {
    const call = new XMLHttpRequest();
    const lost = () => resolve({ failure: { messageId: "L000", problems: [] } });
    call.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    });
    call.addEventListener("load", () => resolve(read(call.responseText)));
    call.addEventListener("error", lost);
    call.addEventListener("timeout", lost);
    call.open("POST", new URL("/api/v1/oa/settings/blobs", location.origin));
    call.timeout = REQUEST_TIMEOUT_MS * 2;
    const school = storedSchoolId() ?? guessedSchoolId();
    const token = currentToken();
    if (school) {
      call.setRequestHeader("school-id", school);
      call.setRequestHeader("client-id", school);
    }
    if (token) call.setRequestHeader("authorization", `Bearer ${token}`);
    const body = new FormData();
    body.append("kind", "plugin");
    body.append("file", file, file.name);
    call.send(body);
  });
}

function read(text: string): Sent {
  try {
    const answer = JSON.parse(text) as Partial<Component> & Partial<Refusal>;
    if (answer.blob && answer.plugin) return { component: { blob: answer.blob, plugin: answer.plugin } };
    return { failure: { messageId: answer.messageId || "L000", problems: answer.errors ?? [] } };
  } catch {
    return { failure: { messageId: "L000", problems: [] } };
  }
}
