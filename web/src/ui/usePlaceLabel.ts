import { useTranslation } from "react-i18next";
import type { CommonKey } from "./room";
import { useInstitution } from "./useInstitution";
import { onlyKindOf, useKnownKinds } from "./useKinds";

/** What a place is called: a family's own page by the kind of institution, as a graduate has no children there; the inbox by what somebody reads in it. */
export function usePlaceLabel(): (key: CommonKey) => string {
  const { t } = useTranslation();
  const institution = useInstitution();
  const only = onlyKindOf(useKnownKinds());
  return (key) => {
    if (key === "nav.home") return t(key, { context: institution });
    return key === "nav.inbox" && only ? t(`nav.inbox.${only}`) : t(key);
  };
}
