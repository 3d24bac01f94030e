import { useMemo } from "react";
import type { UploadPort } from "@/forms/context";
import { fieldName } from "@/forms/pointer";
import type { DraftController, DraftState } from "./draft/controller";
import { storePicture, readPicture } from "./draft/pictures";
import type { Proof } from "./draft/useProof";
import { sendFile, type RunningCall, type Sent } from "./upload";

/** The widgets' hand for files: every upload belongs to a draft, which is made first if there is none. */
export function useUploads(school: string, form: string, controller: DraftController, uploads: DraftState["uploads"], proof: Proof): UploadPort {
  const { get: getProof, taken: proofTaken } = proof;
  return useMemo(
    () => ({
      files: uploads,
      picture: readPicture,
      keepPicture: (upload, src) => void storePicture(`${school}/${form}`, upload, src),
      send: (pointer, file, onProgress) => {
        let cancelled = false;
        let running: RunningCall | null = null;
        const upload = async () => {
          const draft = await controller.ensureToken();
          if (cancelled) return null;
          if (!draft) return "offline" as const;
          const send = async (shown?: string): Promise<Sent> => {
            running = sendFile({ form, field: fieldName(pointer), draft, file, ...(shown ? { proof: shown } : {}) }, onProgress);
            return running.done;
          };
          let result = await send();
          if (result === "unproved") {
            const shown = await getProof();
            if (cancelled) return null;
            if (shown === undefined) return "failed" as const;
            result = await send(shown);
            if (result === "unproved") return "failed" as const;
            proofTaken();
          }
          if (result === null || typeof result !== "object") return result;
          if ("sentAt" in result) {
            controller.sent(result.sentAt);
            return null;
          }
          controller.uploaded(result);
          return result;
        };
        return {
          done: upload(),
          cancel: () => {
            cancelled = true;
            running?.cancel();
          },
        };
      },
    }),
    [school, form, controller, uploads, getProof, proofTaken],
  );
}
