/** Carries out what `autosave.ts` decides: one draft of one form, its saves, its copy in the browser, its conflicts. */
import type { Values } from "@/forms/model";
import type { Language } from "@/i18n/languages";
import type { Draft, Upload } from "../api";
import { initialSaveState, isUnsaved, nextSaveAt, reduceSave, type SaveEvent, type SaveState } from "./autosave";
import type { LocalCopy } from "./localCopy";
import { changedSince, mergeAnswers, sameAnswer, type Conflict } from "./merge";

/** What the page holds when a save begins. */
export interface Snapshot {
  values: Values;
  step: string | null;
  locale: Language;
}

/** How a call about the draft ended. */
export type DraftResult =
  | { kind: "ok"; draft: Draft }
  | { kind: "conflict"; draft: Draft }
  | { kind: "gone" }
  /** Another device or window has sent it, then. */
  | { kind: "sent"; at: string }
  | { kind: "failed"; retryAfterMs?: number; messageId?: string };

/** The outside world of a draft. */
export interface DraftPort {
  create: (snapshot: Snapshot) => Promise<DraftResult>;
  save: (token: string, version: number, snapshot: Snapshot, formVersion: string) => Promise<DraftResult>;
  keepCopy: (copy: LocalCopy) => Promise<void>;
  dropCopy: () => Promise<void>;
  rememberToken: (token: string) => void;
  now: () => number;
}

/** How a form begins: empty, from the server's draft, or from what the browser kept. */
export interface DraftStart {
  values: Values;
  base: Values | null;
  step: string | null;
  token: string | null;
  version: number | null;
  formVersion: string;
  latestVersion: string;
  uploads: Upload[];
  /** Whether the answers hold something that the server lacks. */
  unsaved: boolean;
  savedAt: number | null;
  expiresAt: string | null;
}

/** Two sides changed the same answers. */
export interface PendingMerge {
  draft: Draft;
  merged: Values;
  conflicts: Conflict[];
}

/** What the page shows of the draft. */
export interface DraftState {
  save: SaveState;
  token: string | null;
  formVersion: string;
  latestVersion: string;
  uploads: readonly Upload[];
  /** Until when the server keeps the draft; null while there is none. */
  expiresAt: string | null;
  merge: PendingMerge | null;
  /** When another device or window sent the draft, as the server says; null while nobody has. */
  sentAt: string | null;
}

const COPY_PAUSE_MS = 300;

/** See the module's comment. `onAnswers` is called when the answers change without the person typing (a merge). */
export class DraftController {
  private state: DraftState;
  private snapshot: Snapshot;
  private base: Values | null;
  private version: number | null;
  private saveTimer: ReturnType<typeof setTimeout> | undefined;
  private copyTimer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<void> | null = null;
  private readonly listeners = new Set<() => void>();
  private closed = false;
  onAnswers: (values: Values) => void = () => {};

  constructor(private readonly port: DraftPort, start: DraftStart, locale: Language, online: boolean) {
    this.snapshot = { values: start.values, step: start.step, locale };
    this.base = start.base;
    this.version = start.version;
    this.state = {
      save: reduceSave(initialSaveState(online), { type: "loaded", at: start.savedAt }),
      token: start.token,
      formVersion: start.formVersion,
      latestVersion: start.latestVersion,
      uploads: start.uploads,
      expiresAt: start.expiresAt,
      merge: null,
      sentAt: null,
    };
    if (start.unsaved) this.changed(this.snapshot);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly read = (): DraftState => this.state;

  /** The answers, the step or the language changed. */
  changed(snapshot: Snapshot): void {
    this.snapshot = snapshot;
    this.dispatch({ type: "changed", at: this.port.now() });
    clearTimeout(this.copyTimer);
    this.copyTimer = setTimeout(() => void this.writeCopy(), COPY_PAUSE_MS);
  }

  /** Saves now, and resolves when that is done or has failed. */
  async flush(): Promise<void> {
    if (this.running) await this.running;
    if (!isUnsaved(this.state.save) || this.state.save.halted) return;
    this.dispatch({ type: "flush" });
    clearTimeout(this.saveTimer);
    await this.send();
  }

  /** The page may go away: what is unsaved goes into the browser at once and to the server if it can. */
  leave(): void {
    if (this.closed || !isUnsaved(this.state.save)) return;
    clearTimeout(this.copyTimer);
    void this.writeCopy();
    void this.flush();
  }

  /** The browser says whether there is a network. */
  network(online: boolean): void {
    this.dispatch({ type: online ? "online" : "offline" });
  }

  /** The draft's token, made if there is none yet; null when the server cannot be reached. */
  async ensureToken(): Promise<string | null> {
    if (this.running) await this.running;
    if (!this.state.token) {
      if (!isUnsaved(this.state.save)) this.dispatch({ type: "changed", at: this.port.now() });
      await this.flush();
    }
    return this.state.token;
  }

  /** A file was stored for this draft. */
  uploaded(upload: Upload): void {
    this.update({ uploads: [...this.state.uploads, upload] });
  }

  /** The person has chosen between the two sides. */
  resolveMerge(values: Values): void {
    const pending = this.state.merge;
    if (!pending) return;
    this.adopt(pending.draft);
    this.update({ merge: null });
    this.snapshot = { ...this.snapshot, values };
    this.onAnswers(values);
    this.dispatch({ type: "resumed", at: this.port.now() });
  }

  /** A submission was told that the draft is gone: it was sent from elsewhere, with other answers. */
  gone(): void {
    this.dispatch({ type: "failed", at: this.port.now(), halt: "gone" });
  }

  /** The server says that the draft was sent from elsewhere: nothing of it is saved from here any more. */
  sent(at: string): void {
    this.update({ sentAt: at });
    this.dispatch({ type: "failed", at: this.port.now(), halt: "sent" });
  }

  /** What was written here and never reached the server. */
  typed(): Values {
    return changedSince(this.base, this.snapshot.values);
  }

  /** The server no longer has the draft: the answers in the page begin a new one. */
  startAgain(formVersion: string): void {
    this.version = null;
    this.base = null;
    this.update({ token: null, formVersion, latestVersion: formVersion, uploads: [], expiresAt: null });
    this.dispatch({ type: "resumed", at: this.port.now() });
  }

  /** Moves the draft to another version of the form, with the answers that fit it. */
  async moveTo(formVersion: string, values: Values): Promise<void> {
    this.snapshot = { ...this.snapshot, values };
    this.onAnswers(values);
    this.update({ formVersion, latestVersion: formVersion });
    this.dispatch({ type: "resumed", at: this.port.now() });
    await this.flush();
  }

  /** Ends all work: the answers were sent or the device is shared. Nothing stays in the browser. */
  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.saveTimer);
    clearTimeout(this.copyTimer);
    await this.running;
    await this.port.dropCopy();
  }

  /** Stops the timers of a page that is gone; the copy stays. */
  suspend(): void {
    clearTimeout(this.saveTimer);
    clearTimeout(this.copyTimer);
  }

  private dispatch(event: SaveEvent): void {
    this.update({ save: reduceSave(this.state.save, event) });
    this.plan();
  }

  private update(change: Partial<DraftState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }

  private plan(): void {
    clearTimeout(this.saveTimer);
    const at = this.closed ? null : nextSaveAt(this.state.save);
    if (at !== null) this.saveTimer = setTimeout(() => void this.send(), Math.max(0, at - this.port.now()));
  }

  private send(): Promise<void> {
    this.running ??= this.sendOnce().finally(() => {
      this.running = null;
      this.plan();
    });
    return this.running;
  }

  private async sendOnce(): Promise<void> {
    if (this.closed || !isUnsaved(this.state.save)) return;
    const { snapshot } = this;
    const { token, formVersion } = this.state;
    this.dispatch({ type: "sending" });
    const result =
      token === null || this.version === null
        ? await this.port.create(snapshot)
        : await this.port.save(token, this.version, snapshot, formVersion);
    if (this.closed) return;
    if (result.kind === "ok") return this.confirmed(result.draft, snapshot);
    if (result.kind === "conflict") return this.conflicted(result.draft);
    const at = this.port.now();
    if (result.kind === "gone") this.dispatch({ type: "failed", at, halt: "gone" });
    else if (result.kind === "sent") this.sent(result.at);
    else this.dispatch({ ...result, type: "failed", at });
    await this.writeCopy();
  }

  private async confirmed(draft: Draft, sent: Snapshot): Promise<void> {
    this.adopt(draft);
    this.base = sent.values;
    this.dispatch({ type: "saved", at: this.port.now() });
    if (isUnsaved(this.state.save)) return;
    clearTimeout(this.copyTimer);
    await this.port.dropCopy();
  }

  private async conflicted(draft: Draft): Promise<void> {
    const { merged, conflicts } = mergeAnswers(this.base, this.snapshot.values, draft.values);
    if (conflicts.length > 0) {
      this.update({ merge: { draft, merged, conflicts } });
      this.dispatch({ type: "failed", at: this.port.now(), halt: "conflict" });
      return this.writeCopy();
    }
    // Only one side changed each answer (or an earlier save arrived although its answer was lost): nothing to ask.
    this.adopt(draft);
    this.snapshot = { ...this.snapshot, values: merged };
    if (sameAnswer(merged, draft.values)) this.dispatch({ type: "loaded", at: this.port.now() });
    else this.dispatch({ type: "resumed", at: this.port.now() });
    this.onAnswers(merged);
  }

  private adopt(draft: Draft): void {
    this.version = draft.version;
    this.base = draft.values;
    if (draft.token !== this.state.token) this.port.rememberToken(draft.token);
    const known = new Set(draft.uploads.map((upload) => upload.upload_id));
    this.update({
      token: draft.token,
      formVersion: draft.form_version,
      latestVersion: draft.latest_version ?? draft.form_version,
      expiresAt: draft.expires_at,
      // A file that arrived while this save was under way is not in its answer.
      uploads: [...draft.uploads, ...this.state.uploads.filter((upload) => !known.has(upload.upload_id))],
    });
  }

  private async writeCopy(): Promise<void> {
    if (this.closed || !isUnsaved(this.state.save)) return;
    await this.port.keepCopy({
      values: this.snapshot.values,
      step: this.snapshot.step,
      base: this.base,
      token: this.state.token,
      version: this.version,
      formVersion: this.state.formVersion,
      at: this.port.now(),
    });
  }
}
