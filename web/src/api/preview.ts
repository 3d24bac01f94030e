/**
 * This page as a preview of a draft (docs/contracts.md, section 6): opened in the desk's frame as
 * `/any/page?preview=<token>&as=visitor|me&role=<role>&scheme=light|dark`. The token is read before anything else runs, held in memory, and taken out
 * of the address. A preview leaves nothing behind in the browser: its storages are stand-ins that end with the page.
 */

export interface Preview {
  token: string;
  /** Whose eyes it is seen with: a stranger's, or those of the person at the desk. */
  as: "visitor" | "me";
  /** The role whose pages are shown in place of one's own; what is asked of the server is still asked by the person at the desk. */
  role: string | null;
}

/** The header that goes with every call, and makes the server answer with the draft. */
const HEADER = "x-preview";

/** Where Mantine keeps the colour scheme that somebody chose. */
const SCHEME = "mantine-color-scheme-value";

function begin(): Preview | null {
  const params = new URLSearchParams(location.search);
  const token = params.get("preview");
  if (!token) return null;
  const as = params.get("as") === "me" ? "me" : "visitor";
  const role = as === "me" ? params.get("role") : null;
  const scheme = params.get("scheme");
  for (const name of ["preview", "as", "role", "scheme"]) params.delete(name);
  const search = params.toString();
  history.replaceState(history.state, "", `${location.pathname}${search ? `?${search}` : ""}${location.hash}`);
  for (const name of ["localStorage", "sessionStorage"] as const) Object.defineProperty(window, name, { value: memoryStorage(), configurable: true });
  // As somebody would have chosen it who sees the page: the desk's own choice is no matter here.
  if (scheme === "light" || scheme === "dark") localStorage.setItem(SCHEME, scheme);
  // Whoever keeps a database copes with a browser that has none: private windows do the same.
  Object.defineProperty(window, "indexedDB", { value: undefined, configurable: true });
  if (window.parent !== window) takeNoFocus();
  return { token, as, role };
}

/** A page in the desk's frame takes the focus only from somebody who is in it: whoever types in the editor beside it stays there. */
export function takeNoFocus(): () => void {
  // oxlint-disable-next-line typescript/unbound-method
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = function (this: HTMLElement, options?: FocusOptions) {
    if (document.hasFocus()) focus.call(this, options);
  };
  return () => {
    HTMLElement.prototype.focus = focus;
  };
}

/** A storage that forgets with the page; its entries are its own keys, as the real one's are. */
export function memoryStorage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return Object.hasOwn(this, key) ? this[key] : null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
    clear(this: Record<string, string>) {
      for (const key of Object.keys(this)) delete this[key];
    },
    key(this: Record<string, string>, index: number) {
      return Object.keys(this)[index] ?? null;
    },
    get length() {
      return Object.keys(this).length;
    },
  };
  return Object.create(methods) as Storage;
}

/** What this page is a preview of; null on every ordinary page. */
export const preview: Preview | null = begin();

/** What a preview sends with each call. */
export const previewHeaders = (): Record<string, string> => (preview ? { [HEADER]: preview.token } : {});

/** Whether a call would write: a preview reads, and checks, and nothing else. */
export function previewForbids(method: string, url: string): boolean {
  return preview !== null && method.toUpperCase() !== "GET" && url.split("?")[0]?.endsWith("/check") !== true;
}

/** What the frame asks the desk for, and what it is lent. */
export const LEND_SESSION = "qabul:lend-session";
export interface Lent<User> {
  token: string;
  /** Seconds that it is good for. */
  expires_in: number;
  user: User;
}

const PATIENCE_MS = 10_000;

/** Asks the desk around this frame for the session of the person at it: the frame renews nothing by itself. */
export function borrowSession<User>(): Promise<Lent<User> | null> {
  if (preview?.as !== "me" || window.parent === window) return Promise.resolve(null);
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(null), PATIENCE_MS);
    port1.addEventListener("message", (event: MessageEvent<Lent<User> | null>) => {
      clearTimeout(timer);
      port1.close();
      resolve(event.data);
    });
    port1.start();
    window.parent.postMessage(LEND_SESSION, location.origin, [port2]);
  });
}
