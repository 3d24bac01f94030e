import { useMemo } from "react";

interface Pages<Row> {
  pages: readonly { items: readonly Row[]; total?: number | undefined }[];
}

/** A list that grows page by page, as the store's infinite queries give it. */
interface Growing<Row> {
  currentData?: Pages<Row> | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/** The way to what is not loaded yet. */
export interface More {
  available: boolean;
  loading: boolean;
  failed: boolean;
  load: () => void;
}

/** A list that comes whole. */
export const WHOLE: More = { available: false, loading: false, failed: false, load: () => {} };

/** The rows that are loaded of what is asked for now, how many there are in all, and the way to the rest. */
export function useListPages<Row>(list: Growing<Row>): { rows: readonly Row[]; total: number | undefined; more: More } {
  const { currentData } = list;
  const rows = useMemo(() => currentData?.pages.flatMap((page) => page.items) ?? [], [currentData]);
  const more = { available: list.hasNextPage, loading: list.isFetchingNextPage, failed: list.isFetchNextPageError, load: () => void list.fetchNextPage() };
  return { rows, total: currentData?.pages[0]?.total, more };
}
