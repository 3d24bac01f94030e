import { useTranslation } from "react-i18next";
import type { CommonKey } from "./room";
import { useInstitution } from "./useInstitution";

/** What a place is called: a family's own page by the kind of institution, as a graduate has no children there. */
export function usePlaceLabel(): (key: CommonKey) => string {
  const { t } = useTranslation();
  const context = useInstitution();
  return (key) => (key === "nav.home" ? t(key, { context }) : t(key));
}
