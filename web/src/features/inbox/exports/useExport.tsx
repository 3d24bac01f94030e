import type { ReactNode } from "react";
import { failureOf } from "@/api/envelope";
import { useRequestEnquiryExportMutation } from "@/api/generated";
import type { EnquiryFilters } from "@/api/tags";
import { useLanguage } from "@/i18n/useLanguage";
import { isProofAsked, useConfirmed } from "@/ui/useConfirmed";
import { useSaveList } from "@/ui/useSaveList";
import { exportPath, exportRequest } from "../filters";
import type { Wish } from "./useWish";

/** As many lines the server answers at once; a longer list is made while one works on. */
const AT_ONCE = 2000;

/** An address that any server in between takes. */
const LONGEST_PATH = 4000;

/** Takes the list that is shown out as a file, narrowed to the form whose answers are wanted: at once where it is short, and else by asking for it. Nobody has to know which. */
export function useExport(total: number | undefined, filters: EnquiryFilters): { save: (wish: Wish) => void; busy: boolean; failed: string | null; dialog: ReactNode } {
  const { language } = useLanguage();
  const list = useSaveList();
  const { confirmed, asking, dialog } = useConfirmed("prepare");
  const [request, { isLoading, error }] = useRequestEnquiryExportMutation();
  const refused = error && !isProofAsked(error) ? failureOf(error).messageId : null;
  const ask = (wish: Wish) => void confirmed(() => request({ exportRequest: exportRequest(filters, wish, language) }));
  return {
    save: (wish) => {
      const path = exportPath(filters, wish, language);
      if ((total !== undefined && total > AT_ONCE) || path.length > LONGEST_PATH) ask(wish);
      // The list may have grown since it was counted.
      else list.save({ path, name: `enquiries.${wish.kind}` }, () => ask(wish));
    },
    busy: list.busy || (isLoading && !asking),
    failed: list.failed ?? refused,
    dialog: dialog ?? list.dialog,
  };
}
