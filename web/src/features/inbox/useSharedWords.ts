import { useTranslation } from "react-i18next";

const SHARED = ["email", "phone", "national_id", "passport"] as const;

/** Which sorts of values are shared, in words. */
export function useSharedWords(): (kinds: readonly (string | null | undefined)[]) => string {
  const { t } = useTranslation("staff");
  return (kinds) => {
    const known = new Set(kinds.map((kind) => SHARED.find((each) => each === kind) ?? "other"));
    return [...known].map((kind) => t(`flag.duplicate.shared.${kind}`)).join(t("list.comma"));
  };
}
