import { useListEnquiryExportsQuery } from "@/api/generated";
import type { ListEnquiryExportsApiResponse } from "@/api/generatedTypes";
import { useAppSelector } from "@/api/hooks";
import { rolesWith } from "@/api/may";
import { useAskAgain } from "@/ui/useAskAgain";

export type ExportJob = ListEnquiryExportsApiResponse["items"][number];

export const isOpen = ({ state }: ExportJob) => state === "waiting" || state === "running";

const EXPORTERS: readonly string[] = rolesWith("enquiry.export");
const NONE: ExportJob[] = [];

/** One's own files of the list. While one of them is being made the server is asked how far it is; not in a tab that nobody looks at. */
export function useExports(): ExportJob[] {
  const authority = useAppSelector((state) => state.auth.user?.authority);
  const skip = !authority?.some((role) => EXPORTERS.includes(role));
  const { data, refetch } = useListEnquiryExportsQuery(undefined, { skip, refetchOnMountOrArgChange: true });
  const items = data?.items ?? NONE;
  useAskAgain(items.find(isOpen)?.id, refetch);
  return items;
}
