import { useMemo } from "react";
import type { RunningUpload, UploadPort } from "@/forms/context";
import { pointerParts } from "@/forms/pointer";
import type { DraftController, DraftState } from "./draft/controller";
import { keepPicture, readPicture } from "./draft/pictures";
import { sendFile } from "./upload";

/** The widgets' hand for files: every upload belongs to a draft, which is made first if there is none. */
export function useUploads(school: string, form: string, controller: DraftController, uploads: DraftState["uploads"]): UploadPort {
  return useMemo(
    () => ({
      files: uploads,
      picture: readPicture,
      keepPicture: (upload, src) => void keepPicture(`${school}/${form}`, upload, src),
      send: (pointer, file, onProgress) => {
        let cancelled = false;
        let running: RunningUpload | null = null;
        const work = async () => {
          const draft = await controller.ensureToken();
          if (cancelled) return null;
          if (!draft) return "offline" as const;
          running = sendFile({ form, field: fieldOf(pointer), draft, file }, onProgress);
          const result = await running.done;
          if (result !== null && typeof result === "object") controller.uploaded(result);
          return result;
        };
        return {
          done: work(),
          cancel: () => {
            cancelled = true;
            running?.cancel();
          },
        };
      },
    }),
    [school, form, controller, uploads],
  );
}

/** A field's name as the server knows it: the top-level name, or names joined by dots without the items' numbers. */
function fieldOf(pointer: string): string {
  return pointerParts(pointer)
    .filter((part) => !/^\d+$/.test(part))
    .join(".");
}
