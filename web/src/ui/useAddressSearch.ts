import { useCallback } from "react";
import { useLocation, useSearchParams } from "react-router";

/**
 * The address's search, and how to change it in place. A change begins with the address as it is now and not as it
 * was last drawn, so that two changes in one moment (a filter, and a search that was still waiting) both hold. Once the
 * browser is on its way to another page, this one changes nothing any more: it would lead back.
 */
export function useAddressSearch(): readonly [URLSearchParams, (to: (now: URLSearchParams) => URLSearchParams) => void] {
  const [search, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  const change = useCallback(
    (to: (now: URLSearchParams) => URLSearchParams) => {
      if (location.pathname === pathname) setSearch(to(new URLSearchParams(location.search)), { replace: true });
    },
    [setSearch, pathname],
  );
  return [search, change];
}
