import { needsRefresh, refreshSession } from "./refresh";
import { guessedSchoolId, storedSchoolId } from "./schoolId";
import { currentToken } from "./session";

/** Saves an attachment that needs the bearer, which a plain link cannot carry. Throws when the server refuses. */
export async function downloadFile(path: string, fallbackName: string): Promise<void> {
  if (needsRefresh()) await refreshSession();
  const id = storedSchoolId() ?? guessedSchoolId();
  const token = currentToken();
  const response = await fetch(new URL(`/api${path}`, location.origin), {
    credentials: "same-origin",
    headers: {
      ...(id ? { "school-id": id, "client-id": id } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
  });
  if (!response.ok) throw new Error(String(response.status));
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = attachmentName(response.headers.get("content-disposition")) ?? fallbackName;
  link.click();
  // The browser has taken the bytes by the next task; keeping the url longer only holds memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The file name of a Content-Disposition header, the extended (UTF-8) form first. */
export function attachmentName(header: string | null): string | null {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(header ?? "")?.[1];
  if (extended) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // A malformed name is not worth failing a download: the plain form or the fallback serves.
    }
  }
  return /filename="([^"]+)"/i.exec(header ?? "")?.[1] ?? null;
}
