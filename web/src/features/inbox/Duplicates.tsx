import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Enquiry } from "@/api/types";
import { IconCopy } from "@/ui/icons";
import classes from "./enquiry.module.css";
import * as to from "./paths";

const SHARED = ["email", "phone", "national_id", "passport"] as const;

/** Which sorts of values are shared, in words. */
export function useSharedWords(): (kinds: readonly (string | null | undefined)[]) => string {
  const { t } = useTranslation("staff");
  return (kinds) => {
    const known = new Set(kinds.map((kind) => SHARED.find((each) => each === kind) ?? "other"));
    return [...known].map((kind) => t(`flag.duplicate.shared.${kind}`)).join(t("list.comma"));
  };
}

/** Other enquiries that share a value: a small sign that says which, opened by a press. */
export function Duplicates({ enquiry }: { enquiry: Enquiry }) {
  const { t } = useTranslation("staff");
  const words = useSharedWords();
  const count = enquiry.duplicates.length;
  if (count === 0) return null;
  const what = words(enquiry.duplicates.map(({ shared }) => shared));
  return (
    <details className={classes.duplicates}>
      <summary>
        <IconCopy size={16} stroke={1.5} aria-hidden /> {t("flag.duplicate.long", { count, what })}
      </summary>
      {enquiry.duplicates.map((each) => (
        <Link key={each.id} className={classes.reference} to={to.enquiry(each.id)}>
          <bdi dir="ltr">{each.reference}</bdi>
        </Link>
      ))}
    </details>
  );
}
