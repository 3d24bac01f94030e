/** What templates and widgets reach through RJSF's form context. */
import type { Registry } from "@rjsf/utils";
import type { UploadedFile } from "./model";
import type { TextContext } from "./text";

/** How an upload ended when it did not succeed. */
export type UploadFault = "tooLarge" | "unreadable" | "wrongType" | "tooMany" | "busy" | "usedUp" | "full" | "offline" | "failed";

/** A running upload. */
export interface RunningUpload {
  /** Resolves with the stored file, or with why there is none; null when it was cancelled. */
  done: Promise<UploadedFile | UploadFault | null>;
  cancel: () => void;
}

/** The page's hand for sending files: the widget knows nothing of drafts and addresses. */
export interface UploadPort {
  /** What the draft holds. Data and not a function: RJSF takes all functions for equal and would not draw a new file's name. */
  files: readonly UploadedFile[];
  send: (field: string, file: File, onProgress: (share: number) => void) => RunningUpload;
  /** The picture of an upload that was given on this device (a signature, a small picture of a paper), as an address to show. */
  picture?: (upload: string) => Promise<string | null>;
  /** Keeps such a picture, so that it is seen again when somebody comes back. */
  keepPicture?: (upload: string, src: string) => void;
}

/** What the school's rules have said of papers so far. */
export interface Papers {
  /** The upload fields that they ask for, by the names that the server knows. */
  asked: readonly string[];
  /** Whether they may ask for others, too: they have not said yet, or say so only once the form is sent. */
  open: boolean;
}

/** RJSF's form context in this theme. */
export interface FormContext extends TextContext {
  /** Texts of warnings by the id of their input. */
  warnings: Record<string, string[]>;
  uploads: UploadPort | null;
  papers: Papers;
  /** The heading over the fields. */
  stepTitle: string;
  /** Called with the JSON pointer of a field that the person has left. */
  onLeave: (pointer: string) => void;
  /** Tells what is to be waited for before the person goes on: what a field holds and has not handed over yet. Gives the way to take it back. */
  whenLeft?: (finish: () => Promise<void>) => () => void;
}

/** The form context of a registry. */
export function contextOf(registry: Registry): FormContext {
  return registry.formContext as FormContext;
}

/** The ids of the texts around an input that exist now; `aria-describedby` must not name others. */
export function describedBy(props: {
  id: string;
  uiSchema?: Record<string, unknown>;
  schema: { description?: string };
  rawErrors?: string[];
  registry: Registry;
}): string | undefined {
  const { id, uiSchema, schema, rawErrors, registry } = props;
  const ids = [
    uiSchema?.["ui:help"] || schema.description ? `${id}-help` : null,
    uiSchema?.["ui:widget"] === "date" ? `${id}-hint` : null,
    rawErrors && rawErrors.length > 0 ? `${id}-error` : null,
    contextOf(registry).warnings[id] ? `${id}-warning` : null,
  ].filter((item) => item !== null);
  return ids.length > 0 ? ids.join(" ") : undefined;
}
