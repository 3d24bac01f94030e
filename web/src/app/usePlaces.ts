import { useAppSelector } from "@/api/hooks";
import { useSchool } from "@/api/school";
import { hasAuthority } from "./guards";
import { places, type Place } from "./places";

const NOBODY: readonly string[] = [];

/** The places that the signed-in person is led to; a school's own lists win over ours. */
export function usePlaces(): readonly Place[] {
  const school = useSchool();
  const authority = useAppSelector((state) => state.auth.user?.authority ?? NOBODY);
  return places.filter((place) => {
    if (place.hiddenFrom && authority.length > 0 && authority.every((role) => place.hiddenFrom?.includes(role))) return false;
    return hasAuthority(authority, school.routes[place.path] ?? place.authority);
  });
}
