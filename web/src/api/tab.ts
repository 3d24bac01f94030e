/** What a family leaves in this tab: kept through a reload, and forgotten together by whoever signs out here or says that the device is shared. */
const PREFIX = "qabul.tab.";

/** Keeps something for as long as the tab lives; without storage only a reload forgets it. */
export function keepInTab(name: string, value: string): void {
  try {
    sessionStorage.setItem(PREFIX + name, value);
  } catch {
    // The page has it; only a reload would not.
  }
}

/** What the tab keeps; empty where it keeps nothing. */
export function keptInTab(name: string): string {
  try {
    return sessionStorage.getItem(PREFIX + name) ?? "";
  } catch {
    return "";
  }
}

/** Forgets one thing. */
export function forgetInTab(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name);
  } catch {
    // Nothing was kept.
  }
}

/** Forgets all of it. */
export function forgetTab(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
}
