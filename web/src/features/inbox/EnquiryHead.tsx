import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Enquiry } from "@/api/types";
import { IconAlertTriangle, IconMail } from "@/ui/icons";
import { RecordHead } from "@/ui/record/RecordHead";
import record from "@/ui/record/record.module.css";
import { StateDot } from "@/ui/StateDot";
import { useFormat } from "@/ui/useFormat";
import { Contacts } from "./Contacts";
import { Duplicates } from "./Duplicates";
import classes from "./enquiry.module.css";
import { useEnquiryText } from "./VerdictView";
import * as to from "./paths";

interface Props {
  enquiry: Enquiry;
  order: 1 | 2;
  /** Given in the side panel, where a tag filters the list beside it. */
  onTag?: (tag: string) => void;
}

/** Who it is, where it stands, and what is odd about it. */
export function EnquiryHead({ enquiry, order, onTag }: Props) {
  const { t } = useTranslation("staff");
  const format = useFormat();
  const text = useEnquiryText(enquiry);
  return (
    <RecordHead
      order={order}
      title={enquiry.person || t(enquiry.person_for ? "row.hiddenName" : "row.noName")}
      state={<StateDot state={enquiry.state} />}
      line={
        <>
          <bdi dir="ltr">{enquiry.reference}</bdi>
          <time dateTime={enquiry.submitted_at} title={format.instant(enquiry.submitted_at)}>
            {format.age(enquiry.submitted_at)}
          </time>
          {enquiry.owner ? <bdi>{enquiry.owner.name}</bdi> : <span>{t("owner.none")}</span>}
        </>
      }
    >
      <Contacts enquiry={enquiry} />
      {enquiry.unread > 0 && (
        <p className={classes.flag}>
          <IconMail size={18} stroke={1.5} aria-hidden />
          <Link className={classes.reference} to={`${to.enquiry(enquiry.id)}?tab=messages`}>
            {t("flag.unread.long", { count: enquiry.unread })}
          </Link>
        </p>
      )}
      {enquiry.tags.length > 0 && (
        <p className={record.line}>
          {enquiry.tags.map((tag) =>
            onTag ? (
              <button key={tag} type="button" className={classes.tag} onClick={() => onTag(tag)}>
                {text(tag)}
              </button>
            ) : (
              <span key={tag} className={classes.tag}>
                {text(tag)}
              </span>
            ),
          )}
        </p>
      )}
      {enquiry.flags.includes("plugin_failed") && (
        <p className={classes.flag}>
          <IconAlertTriangle size={18} stroke={1.5} aria-hidden /> {t("flag.plugin_failed.long")}
        </p>
      )}
      <Duplicates enquiry={enquiry} />
    </RecordHead>
  );
}
