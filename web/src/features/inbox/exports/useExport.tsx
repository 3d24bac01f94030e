import type { ReactNode } from "react";
import { failureOf } from "@/api/envelope";
import { useRequestEnquiryExportMutation } from "@/api/generated";
import type { EnquiryFilters } from "@/api/tags";
import { useLanguage } from "@/i18n/useLanguage";
import { isProofAsked, useConfirmed } from "@/ui/useConfirmed";
import { useSaveList } from "@/ui/useSaveList";
import { exportPath, exportRequest } from "../filters";

/** As many lines the server answers at once; a longer list is made while one works on. */
const AT_ONCE = 2000;

/** Takes exactly the list that is shown out as a file: at once where it is short, and else by asking for it. Nobody has to know which. */
export function useExport(total: number | undefined, filters: EnquiryFilters): { save: (kind: "csv" | "xlsx") => void; busy: boolean; failed: string | null; dialog: ReactNode } {
  const { language } = useLanguage();
  const list = useSaveList();
  const { confirmed, asking, dialog } = useConfirmed("prepare");
  const [request, { isLoading, error }] = useRequestEnquiryExportMutation();
  const refused = error && !isProofAsked(error) ? failureOf(error).messageId : null;
  const ask = (kind: "csv" | "xlsx") => void confirmed(() => request({ exportRequest: exportRequest(filters, kind, language) }));
  return {
    save: (kind) => {
      if (total !== undefined && total > AT_ONCE) ask(kind);
      // The list may have grown since it was counted.
      else list.save({ path: exportPath(filters, kind, language), name: `enquiries.${kind}` }, () => ask(kind));
    },
    busy: list.busy || (isLoading && !asking),
    failed: list.failed ?? refused,
    dialog: dialog ?? list.dialog,
  };
}
