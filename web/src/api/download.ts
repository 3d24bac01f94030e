import { useCallback } from "react";
import { baseApi } from "./baseApi";
import { useAppDispatch } from "./hooks";
import { pictureAddress } from "./picture";

interface Download {
  /** Path under `/api`. */
  path: string;
  /** The name when the server gives none. */
  name: string;
}

/** Saves attachments: they need the bearer, which a plain link cannot carry. */
const downloads = baseApi.injectEndpoints({
  endpoints: (build) => ({
    saveFile: build.mutation<null, Download>({
      async queryFn({ path, name }, _api, _extra, baseQuery) {
        const answer = await baseQuery({
          url: path,
          cache: "no-store",
          responseHandler: (response) => (response.ok ? response.blob() : response.json().catch(() => null)),
        });
        if (answer.error) return { error: answer.error };
        saveBytes(answer.data as Blob, attachmentName(answer.meta?.response?.headers.get("content-disposition") ?? null) ?? name);
        // The bytes are on the disk now; the store keeps none of them.
        return { data: null };
      },
    }),
    /** A picture that came with a form, as an address to show; null where the file is none. */
    readPicture: build.mutation<string | null, { path: string }>({
      async queryFn({ path }, _api, _extra, baseQuery) {
        const answer = await baseQuery({
          url: path,
          cache: "no-store",
          responseHandler: (response) => (response.ok ? response.blob() : response.json().catch(() => null)),
        });
        return answer.error ? { error: answer.error } : { data: await pictureAddress(answer.data as Blob) };
      },
    }),
  }),
});

export const { useSaveFileMutation } = downloads;

/** Finds pictures behind the bearer. What is found is handed over and not kept in the store. */
export function usePictures(pathOf: (id: string) => string): (id: string) => Promise<string | null> {
  const dispatch = useAppDispatch();
  return useCallback(
    async (id: string) => {
      const answer = await dispatch(downloads.endpoints.readPicture.initiate({ path: pathOf(id) }, { track: false }));
      return answer.data ?? null;
    },
    [dispatch, pathOf],
  );
}

/** A call that saves what a POST answers under a name. The bytes are on the disk then; the store keeps none of them. */
export const saved = (url: string, body: object, name: string) => ({
  url,
  method: "POST",
  body,
  cache: "no-store" as const,
  async responseHandler(response: Response): Promise<unknown> {
    if (!response.ok) return await response.json().catch(() => null);
    saveBytes(await response.blob(), name);
    return null;
  },
});

/** Hands bytes over as a file. */
export function saveBytes(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the bytes by then; keeping the url longer only holds memory.
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
