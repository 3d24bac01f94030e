import { useEffect } from "react";
import { useListEnquiryExportsQuery } from "@/api/generated";
import type { ListEnquiryExportsApiResponse } from "@/api/generatedTypes";
import { useAppSelector } from "@/api/hooks";
import { rolesWith } from "@/api/may";

export type ExportJob = ListEnquiryExportsApiResponse["items"][number];

/** How soon is asked again, in milliseconds: at first often, then calmer. */
const FIRST = 1000;
const CALM = 5000;

export const isOpen = ({ state }: ExportJob) => state === "waiting" || state === "running";

const EXPORTERS: readonly string[] = rolesWith("enquiry.export");
const NONE: ExportJob[] = [];

/** One's own files of the list. While one of them is being made the server is asked how far it is; not in a tab that nobody looks at. */
export function useExports(): ExportJob[] {
  const authority = useAppSelector((state) => state.auth.user?.authority);
  const skip = !authority?.some((role) => EXPORTERS.includes(role));
  const { data, refetch } = useListEnquiryExportsQuery(undefined, { skip, refetchOnMountOrArgChange: true });
  const items = data?.items ?? NONE;
  const open = items.find(isOpen)?.id;
  useEffect(() => {
    if (!open) return;
    let over = false;
    let wait = FIRST;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (!over && document.visibilityState === "visible") timer = setTimeout(() => void ask(), wait);
    };
    const ask = async () => {
      // One that fails is asked again, as calmly as the others.
      await refetch();
      wait = Math.min(wait * 1.5, CALM);
      look();
    };
    const seen = () => {
      wait = FIRST;
      look();
    };
    look();
    document.addEventListener("visibilitychange", seen);
    return () => {
      over = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", seen);
    };
  }, [open, refetch]);
  return items;
}
