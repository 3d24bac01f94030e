import { useCallback } from "react";
import { useSearchParams } from "react-router";

/**
 * The address's search, and how to change it in place. A change begins with the address as it is now and not as it
 * was last drawn, so that two changes in one moment (a filter, and a search that was still waiting) both hold.
 */
export function useAddressSearch(): readonly [URLSearchParams, (to: (now: URLSearchParams) => URLSearchParams) => void] {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (to: (now: URLSearchParams) => URLSearchParams) => setSearch(to(new URLSearchParams(location.search)), { replace: true }),
    [setSearch],
  );
  return [search, change];
}
