import { Fragment, lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { isEnquiryState } from "@/api/standing";
import type { Enquiry } from "@/api/types";
import { IconAlertTriangle, IconMail } from "@/ui/icons";
import { RecordHead } from "@/ui/record/RecordHead";
import record from "@/ui/record/record.module.css";
import { StateDot } from "@/ui/StateDot";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { usePersonName } from "@/ui/usePersonName";
import { Contacts } from "./Contacts";
import { Duplicates } from "./Duplicates";
import classes from "./enquiry.module.css";
import { NextStep } from "./NextStep";
import { sinceOf } from "./standing";
import { useClosedWhy } from "./useClosedWhy";
import { useEnquiryText } from "./VerdictView";
import * as to from "./paths";

// Few come from anywhere but their family.
const OriginLine = lazy(async () => ({ default: (await import("./OriginLine")).OriginLine }));

interface Props {
  enquiry: Enquiry;
  order: 1 | 2;
  /** Begins a note. */
  onNote: () => void;
  /** Given in the side panel, where a tag filters the list beside it. */
  onTag?: (tag: string) => void;
  /** Takes the place where the ways of an application stand. */
  onWays?: (place: HTMLElement | null) => void;
}

/** Who it is, where it stands and since when, whom to turn to, what is to be done next, and what is odd about it. */
export function EnquiryHead({ enquiry, order, onNote, onTag, onWays }: Props) {
  const { t } = useTranslation("staff");
  const format = useFormat();
  const text = useEnquiryText(enquiry);
  const closedWhy = useClosedWhy();
  const name = usePersonName();
  const bilingual = useBilingual();
  const since = sinceOf(enquiry);
  const { grade, school_year: year, form_title: form } = enquiry;
  // What is applied for.
  const asked = [grade?.label, year?.label, form].flatMap((each) => (each ? [bilingual(each)] : []));
  return (
    <RecordHead
      order={order}
      title={name(enquiry) || t(enquiry.person_for ? "row.hiddenName" : "row.noName")}
      about={asked.map((part, at) => (
        <Fragment key={part}>
          {at > 0 && " · "}
          <bdi>{part}</bdi>
        </Fragment>
      ))}
      state={
        <span className={classes.standing}>
          <StateDot state={enquiry.state} why={closedWhy(enquiry)} />
          {since && (
            <time dateTime={since} title={format.instant(since)}>
              {t("head.since", { date: format.day(since) })}
            </time>
          )}
        </span>
      }
      line={
        <>
          <span>{enquiry.owner ? t("head.owner", { who: `\u2068${enquiry.owner.name}\u2069` }) : t("owner.none")}</span>
          <bdi dir="ltr">{enquiry.registration_id ?? enquiry.reference}</bdi>
          <time dateTime={enquiry.submitted_at} title={format.instant(enquiry.submitted_at)}>
            {t("head.received", { age: format.age(enquiry.submitted_at) })}
          </time>
        </>
      }
    >
      {onWays && !isEnquiryState(enquiry.state) && <div ref={onWays} className={classes.ways} />}
      <Contacts enquiry={enquiry} />
      <NextStep enquiry={enquiry} onNote={onNote} />
      {enquiry.origin && (
        <Suspense fallback={null}>
          <OriginLine enquiry={enquiry} />
        </Suspense>
      )}
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
