import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { DuplicateView } from "@/api/generated";
import type { Enquiry } from "@/api/types";
import { IconCopy, IconUsers } from "@/ui/icons";
import { StateDot } from "@/ui/StateDot";
import { useFormat } from "@/ui/useFormat";
import { usePersonName } from "@/ui/usePersonName";
import classes from "./enquiry.module.css";
import { useSharedWords } from "./useSharedWords";
import * as to from "./paths";

/** Other enquiries that share a value: a small sign that says which, and another for other children of the family, opened by a press. */
export function Duplicates({ enquiry }: { enquiry: Enquiry }) {
  const { t } = useTranslation("staff");
  const words = useSharedWords();
  const siblings = enquiry.duplicates.filter((each) => each.is_sibling);
  const same = enquiry.duplicates.filter((each) => !each.is_sibling);
  const what = words(same.flatMap(({ shared }) => shared));
  return (
    <>
      {same.length > 0 && (
        <details className={classes.duplicates}>
          <summary>
            <IconCopy size={16} stroke={1.5} aria-hidden /> {t("flag.duplicate.long", { count: same.length, what })}
          </summary>
          <Others items={same} />
        </details>
      )}
      {siblings.length > 0 && (
        <details className={classes.duplicates}>
          <summary>
            <IconUsers size={16} stroke={1.5} aria-hidden /> {t("flag.siblings", { count: siblings.length })}
          </summary>
          <Others items={siblings} />
        </details>
      )}
    </>
  );
}

/** Other enquiries: whom each is about, what both have, where it stands, and when it came. */
export function Others({ items }: { items: readonly DuplicateView[] }) {
  const words = useSharedWords();
  const name = usePersonName();
  const format = useFormat();
  return (
    <ul className={classes.others}>
      {items.map((each) => (
        <li key={each.id}>
          <Link className={classes.reference} to={to.enquiry(each.id)}>
            {name(each) && (
              <>
                <bdi>{name(each)}</bdi> ·{" "}
              </>
            )}
            <bdi dir="ltr">{each.registration_id ?? each.reference}</bdi>
          </Link>
          <StateDot state={each.state} />
          <time dateTime={each.submitted_at} title={format.instant(each.submitted_at)}>
            {format.day(each.submitted_at)}
          </time>
          {each.shared.length > 0 && <span>{words(each.shared)}</span>}
        </li>
      ))}
    </ul>
  );
}
