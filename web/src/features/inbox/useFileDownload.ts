import { useCallback } from "react";
import { usePictures, useSaveFileMutation } from "@/api/download";
import type { Enquiry } from "@/api/types";

/** Saves a file of an enquiry and says when that failed; finds the picture of a signature. */
export function useFileDownload(enquiry: Enquiry): { save: (file: string) => void; picture: (file: string) => Promise<string | null>; failed: boolean } {
  const pathOf = useCallback((file: string) => `/v1/oa/enquiries/${encodeURIComponent(enquiry.id)}/files/${encodeURIComponent(file)}`, [enquiry.id]);
  const picture = usePictures(pathOf);
  const [saveFile, { isError: failed }] = useSaveFileMutation();
  const save = (file: string) => {
    const known = enquiry.files.find((each) => each.file === file);
    void saveFile({ path: pathOf(file), name: known?.name ?? file });
  };
  return { save, picture, failed };
}
