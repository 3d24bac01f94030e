import { useMemo } from "react";
import { useAppSelector } from "@/api/hooks";
import { rolesWith } from "@/api/may";
import { useSchool } from "@/api/school";
import type { Place } from "@/ui/room";
import { hasAuthority } from "./guards";
import { places } from "./places";

const NOBODY: readonly string[] = [];

/** The places that the signed-in person is led to; a school's own lists win over ours. */
export function usePlaces(): readonly Place[] {
  const { routes } = useSchool();
  const authority = useAppSelector((state) => state.auth.user?.authority ?? NOBODY);
  return useMemo(
    () =>
      places.filter(({ path, right, hiddenFrom }) => {
        if (hiddenFrom && authority.length > 0 && authority.every((role) => (hiddenFrom as readonly string[]).includes(role))) return false;
        return hasAuthority(authority, routes[path] ?? rolesWith(...(right ? [right] : [])));
      }),
    [authority, routes],
  );
}
