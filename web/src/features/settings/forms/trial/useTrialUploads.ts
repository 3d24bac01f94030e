import { useMemo, useRef, useState } from "react";
import type { UploadPort } from "@/forms/context";
import type { UploadedFile } from "@/forms/model";
import { pointerParts } from "@/forms/pointer";

/** Files of a trial: they go nowhere, and are there until the page is left. */
export function useTrialUploads(): UploadPort {
  const [files, setFiles] = useState<readonly UploadedFile[]>([]);
  const pictures = useRef(new Map<string, string>());
  return useMemo(
    () => ({
      files,
      send: (field, file) => {
        const uploaded: UploadedFile = { upload_id: `trial-${crypto.randomUUID()}`, field: pointerParts(field)[0] ?? "", name: file.name, bytes: file.size, media_type: file.type };
        setFiles((before) => [...before, uploaded]);
        return { done: Promise.resolve(uploaded), cancel: () => {} };
      },
      picture: (upload) => Promise.resolve(pictures.current.get(upload) ?? null),
      keepPicture: (upload, src) => void pictures.current.set(upload, src),
    }),
    [files],
  );
}
