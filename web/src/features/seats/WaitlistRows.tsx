import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { failureOf } from "@/api/envelope";
import { useListWaitlistQuery, type WaitlistItem } from "@/api/generated";
import * as toInbox from "@/features/inbox/paths";
import { useLanguage } from "@/i18n/useLanguage";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import classes from "./seats.module.css";
import own from "./waitlist.module.css";

/** Rows asked for at a time. */
export const AT_ONCE = 100;

interface Props {
  round: string;
  bucket: string;
  /** What they begin after; absent for the first. */
  cursor?: string;
  /** Whether no page follows yet. */
  isLast: boolean;
  onMore: (cursor: string) => void;
}

/** A page of a waiting list, and the way to the next. */
export function WaitlistRows({ round, bucket, cursor, isLast, onMore }: Props) {
  const { t } = useTranslation("waitlist");
  const message = useMessage();
  const { data, error, isFetching, refetch } = useListWaitlistQuery({ round, bucket, pageSize: AT_ONCE, ...(cursor && { cursor }) });
  const next = data?.next_cursor;
  return (
    <>
      {data?.items.map((item) => (
        <Row key={item.id} item={item} />
      ))}
      {!data && (
        <tr>
          <td colSpan={5}>
            {error ? (
              <span role="alert">
                {message(failureOf(error).messageId)}{" "}
                <Button size="compact-sm" variant="default" loading={isFetching} onClick={() => void refetch()}>
                  {t("list.retry")}
                </Button>
              </span>
            ) : (
              <span role="status">{t("list.loading")}</span>
            )}
          </td>
        </tr>
      )}
      {isLast && next && (
        <tr>
          <td colSpan={5}>
            <Button variant="default" onClick={() => onMore(next)}>
              {t("list.more")}
            </Button>
          </td>
        </tr>
      )}
    </>
  );
}

function Row({ item }: { item: WaitlistItem }) {
  const { t } = useTranslation("waitlist");
  const { language } = useLanguage();
  const format = useFormat();
  // Of a name that few may read the number is left.
  const name = (language === "ar" && item.student_name_ar) || item.student_name || item.registration_id;
  return (
    <tr>
      <td data-end data-label={t("column.rank")}>
        <span className={`${own.rank} tabular`}>{format.number(item.rank)}</span>
      </td>
      <th scope="row">
        <Link className={own.child} to={toInbox.enquiry(item.id)}>
          <bdi>{name}</bdi>
        </Link>
        <bdi dir="ltr" className={`${own.number} tabular`}>
          {item.registration_id}
        </bdi>
      </th>
      <td data-label={t("column.received")}>
        <time dateTime={item.submitted_at} title={format.instant(item.submitted_at)}>
          {format.day(item.submitted_at)}
        </time>
      </td>
      <td data-label={t("column.why")}>
        <ul className={own.why}>
          {item.because.map((each) => (
            <Why key={each.rule} because={each} />
          ))}
        </ul>
      </td>
      <td data-label={t("column.owner")}>{item.owner ? <bdi>{item.owner.name}</bdi> : <span className={classes.quiet}>{t("owner.none")}</span>}</td>
    </tr>
  );
}

/** What a rule says of a child; what it does nothing for is quiet. */
function Why({ because: { rule, value, unconfirmed } }: { because: WaitlistItem["because"][number] }) {
  const { t } = useTranslation("waitlist");
  const format = useFormat();
  if (rule === "date") return <li>{t("why.date", { date: format.date(value ?? "") })}</li>;
  const quiet = !value || undefined;
  if (rule === "score") return <li data-quiet={quiet}>{value ? t("why.score", { score: format.number(Number(value)) }) : t("why.score.none")}</li>;
  const word = unconfirmed ? (value ? "why.unconfirmed" : "why.claimed") : value ? "why.yes" : "why.no";
  return <li data-quiet={quiet}>{t(word, { rule: t(`rule.${rule}`) })}</li>;
}
