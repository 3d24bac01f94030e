import "./preview";

/** Local-storage keys of the two tenant headers; both always hold the same school id. */
const KEYS = ["school-id", "client-id"] as const;
const SLUG = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** The school id that the server told us (or, in test mode, that the tester put there). */
export function storedSchoolId(): string | null {
  for (const key of KEYS) {
    const value = localStorage.getItem(key);
    if (value) return value;
  }
  return null;
}

/** The first label of the host name: only a guess until school-details answers. */
export function guessedSchoolId(hostname = location.hostname): string | null {
  const labels = hostname.toLowerCase().split(".");
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.includes(":");
  const first = labels[0] ?? "";
  return labels.length > 1 && !isAddress && SLUG.test(first) ? first : null;
}

/** Keeps what school-details said. */
export function storeSchoolId(id: string): void {
  for (const key of KEYS) localStorage.setItem(key, id);
}

/** Drops an id that no longer belongs to this host (refused with 403 L006). */
export function clearSchoolId(): void {
  for (const key of KEYS) localStorage.removeItem(key);
}
