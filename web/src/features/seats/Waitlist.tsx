import { Button, Skeleton, Title } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { failureOf } from "@/api/envelope";
import { useListSeatsQuery, useListWaitlistQuery } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import * as toSettings from "@/features/settings/paths";
import card from "@/ui/card.module.css";
import { IconAlertTriangle, IconHourglass, IconRefresh } from "@/ui/icons";
import sheet from "@/ui/page.module.css";
import { StateScreen } from "@/ui/StateScreen";
import { useBilingual } from "@/ui/useBilingual";
import { useDelayed } from "@/ui/useDelayed";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import * as to from "./paths";
import classes from "./seats.module.css";
import own from "./waitlist.module.css";
import { AT_ONCE, WaitlistRows } from "./WaitlistRows";

interface Props {
  round: string;
  bucket: string;
}

/** Who waits for a place of a grade: the next first, and why. */
export function Waitlist({ round, bucket }: Props) {
  const { t } = useTranslation("waitlist");
  const bilingual = useBilingual();
  const { data: seats } = useListSeatsQuery({ round });
  const year = seats?.rounds.find(({ id }) => id === round)?.year ?? round;
  const line = seats?.rounds.find(({ id }) => id === round)?.buckets.find((each) => each.bucket === bucket);
  return (
    <div className={sheet.page}>
      <div>
        <Title order={1}>{t("list.title", { grade: `\u2068${bilingual(line?.name) || bucket}\u2069` })}</Title>
        <span className={sheet.quiet}>{t("list.lead", { year: `\u2066${year}\u2069` })}</span>
      </div>
      <Link className={`${classes.door} ${own.back}`} to={to.seats()}>
        {t("list.back")}
      </Link>
      <List round={round} bucket={bucket} />
    </div>
  );
}

function List({ round, bucket }: Props) {
  const { t } = useTranslation("waitlist");
  const message = useMessage();
  const format = useFormat();
  const edits = useAppSelector((state) => may(state.auth.user?.authority, "settings.edit"));
  const { data, error, refetch } = useListWaitlistQuery({ round, bucket, pageSize: AT_ONCE }, { refetchOnMountOrArgChange: true });
  const due = useDelayed(!data && !error);
  // Pages after the first, by what each begins after; the next is asked for by a press.
  const [later, setLater] = useState<readonly string[]>([]);
  if (!data && error) {
    return (
      <StateScreen
        role="alert"
        icon={<IconAlertTriangle size={28} stroke={1.5} />}
        title={t("list.failed")}
        text={message(failureOf(error).messageId)}
        action={
          <Button leftSection={<IconRefresh size={18} stroke={1.5} aria-hidden />} onClick={() => void refetch()}>
            {t("list.retry")}
          </Button>
        }
      />
    );
  }
  if (!data) {
    return (
      <div role="status" aria-label={t("list.loading")}>
        {due && <Skeleton height={420} radius="md" />}
      </div>
    );
  }
  if (data.items.length === 0) return <StateScreen icon={<IconHourglass size={28} stroke={1.5} />} title={t("list.empty.title")} text={t("list.empty.text")} />;
  const more = (cursor: string) => setLater((before) => [...before, cursor]);
  return (
    <section className={card.card} aria-label={t("rounds.title")}>
      <p className={own.figures}>
        <span>{t("list.waiting", { n: format.number(data.total) })}</span>
        <span>{typeof data.free === "number" ? t("list.free", { n: format.number(data.free) }) : t("list.unlimited")}</span>
      </p>
      <div>
        <Title order={2} id="waitlist-order" className={own.order}>
          {t("list.order")}
        </Title>
        <ol className={own.rules} aria-labelledby="waitlist-order">
          {data.rules.map((rule) => (
            <li key={rule}>{t(`rule.${rule}`)}</li>
          ))}
        </ol>
        <p className={classes.quiet}>{t("list.order.last")}</p>
        <p className={classes.quiet}>{t("list.offers.hint")}</p>
        {edits && (
          <Link className={classes.door} to={toSettings.room("rounds")}>
            {t("list.order.set")}
          </Link>
        )}
      </div>
      <div className={classes.wrap}>
        <table className={`${classes.table} ${own.list}`} aria-label={t("rounds.title")}>
          <thead>
            <tr>
              <th scope="col" data-end>
                {t("column.rank")}
              </th>
              <th scope="col">{t("column.child")}</th>
              <th scope="col">{t("column.received")}</th>
              <th scope="col">{t("column.why")}</th>
              <th scope="col">{t("column.owner")}</th>
            </tr>
          </thead>
          <tbody>
            <WaitlistRows round={round} bucket={bucket} isLast={later.length === 0} onMore={more} />
            {later.map((cursor, index) => (
              <WaitlistRows key={cursor} round={round} bucket={bucket} cursor={cursor} isLast={index === later.length - 1} onMore={more} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
