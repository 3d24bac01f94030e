import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Enquiry } from "@/api/types";
import { IconCopy } from "@/ui/icons";
import classes from "./enquiry.module.css";
import * as to from "./paths";

const SHARED = ["email", "phone", "national_id", "passport"] as const;

/** Other enquiries that share a value: a small sign that says which, opened by a press. */
export function Duplicates({ enquiry }: { enquiry: Enquiry }) {
  const { t } = useTranslation("staff");
  const count = enquiry.duplicates.length;
  if (count === 0) return null;
  const kinds = [...new Set(enquiry.duplicates.map(({ shared }) => SHARED.find((each) => each === shared) ?? "other"))];
  return (
    <details className={classes.duplicates}>
      <summary>
        <IconCopy size={16} stroke={1.5} aria-hidden /> {t("flag.duplicate.long", { count, what: kinds.map((kind) => t(`flag.duplicate.shared.${kind}`)).join(t("list.comma")) })}
      </summary>
      {enquiry.duplicates.map((each) => (
        <Link key={each.id} className={classes.reference} to={to.enquiry(each.id)}>
          <bdi dir="ltr">{each.reference}</bdi>
        </Link>
      ))}
    </details>
  );
}
