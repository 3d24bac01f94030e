import { useTranslation } from "react-i18next";
import { ENQUIRY_REASONS } from "@/api/reasons";
import type { CloseReason, EnquiryRow } from "@/api/types";

/** Why one was closed, in words; nothing for what is open, and for what was closed before reasons were asked. */
export function useClosedWhy(): (row: Pick<EnquiryRow, "closed_for">) => string | undefined {
  const { t } = useTranslation("staff");
  return ({ closed_for }) => {
    const reason: CloseReason | undefined = ENQUIRY_REASONS.find((each) => each === closed_for);
    return reason && t(`close.reason.${reason}`);
  };
}
