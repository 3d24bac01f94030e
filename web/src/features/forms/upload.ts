/** Sends one file. `fetch` cannot tell how far it is, so this is the one call made with XMLHttpRequest, with the same headers. */
import { REQUEST_TIMEOUT_MS } from "@/api/baseQuery";
import { guessedSchoolId, storedSchoolId } from "@/api/schoolId";
import { currentToken } from "@/api/session";
import type { UploadFault } from "@/forms/context";
import { SENT, type Upload } from "./api";

interface UploadRequest {
  form: string;
  field: string;
  draft: string;
  file: File;
  /** Proof that a person asks, once the server wanted one. */
  proof?: string;
}

/** What became of a call; "unproved" where the server wants a proof that a person asks, `sentAt` where the draft was sent from elsewhere. */
export type Sent = Upload | UploadFault | "unproved" | { sentAt: string } | null;

/** A call that runs. */
export interface RunningCall {
  done: Promise<Sent>;
  cancel: () => void;
}

/** Large files on a slow line take longer than any other call. */
const TIMEOUT_MS = REQUEST_TIMEOUT_MS * 5;

/** What else the server can have to say, where a person can do something about it. */
const FAULTS: Readonly<Record<string, UploadFault>> = { D003: "tooMany", D004: "usedUp", L002: "busy", R008: "busy", R009: "full", R012: "busy" };

/** Starts an upload; `onProgress` gets the share that is sent. */
export function sendFile(request: UploadRequest, onProgress: (share: number) => void): RunningCall {
  const call = new XMLHttpRequest();
  const done = new Promise<Sent>((resolve) => {
    call.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    });
    call.addEventListener("load", () => resolve(read(call)));
    call.addEventListener("error", () => resolve("offline"));
    call.addEventListener("timeout", () => resolve("offline"));
    call.addEventListener("abort", () => resolve(null));
  });
  call.open("POST", new URL("/api/v1/oa/public/uploads", location.origin));
  call.timeout = TIMEOUT_MS;
  const school = storedSchoolId() ?? guessedSchoolId();
  if (school) {
    call.setRequestHeader("school-id", school);
    call.setRequestHeader("client-id", school);
  }
  // Whoever is signed in is counted by their account.
  const token = currentToken();
  if (token) call.setRequestHeader("authorization", `Bearer ${token}`);
  // The server reads the parts as they come: what the file is for must be known before its bytes.
  const body = new FormData();
  body.append("form", request.form);
  body.append("field", request.field);
  body.append("draft", request.draft);
  if (request.proof) body.append("captcha_token", request.proof);
  body.append("file", request.file, request.file.name);
  call.send(body);
  return { done, cancel: () => call.abort() };
}

function read(call: XMLHttpRequest): Exclude<Sent, null> {
  const answer = parse(call.responseText);
  if (call.status === 201 && answer?.upload) return answer.upload;
  if (call.status === 413 || answer?.messageId === "D001") return "tooLarge";
  if (call.status === 415 || answer?.messageId === "D002") return "wrongType";
  if (answer?.messageId === "L012") return "unproved";
  if (answer?.messageId === SENT) return { sentAt: answer.submitted_at ?? "" };
  const fault = FAULTS[answer?.messageId ?? ""];
  if (fault) return fault;
  return call.status === 0 ? "offline" : "failed";
}

interface Answer {
  upload?: Upload;
  messageId?: string;
  submitted_at?: string;
}

function parse(text: string): Answer | null {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return null;
  }
}
