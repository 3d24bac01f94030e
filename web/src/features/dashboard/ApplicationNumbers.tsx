import { Alert, Button, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { failureOf } from "@/api/envelope";
import { useGetOverviewQuery, type FunnelStep, type WaitingStatus } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { STATUSES } from "@/api/standing";
import * as to from "@/features/inbox/paths";
import * as toSeats from "@/features/seats/paths";
import * as toSettings from "@/features/settings/paths";
import card from "@/ui/card.module.css";
import { IconAlertCircle } from "@/ui/icons";
import { StatusName } from "@/ui/StandingDot";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { useStatusName } from "@/ui/useStatusName";
import { listOf } from "./filters";
import { HeldClocks } from "./HeldClocks";
import { overviewOf, placesLeft } from "./numbers";
import own from "./numbers.module.css";
import type { DashboardFilters } from "./useDashboardFilters";

/** How applications come along: how many reached which step, how long they stand where they stand, and which places are left. */
export function ApplicationNumbers({ filters }: { filters: DashboardFilters }) {
  const { t } = useTranslation("dashboard");
  const { asked, request } = filters;
  const { data, error, isFetching, refetch } = useGetOverviewQuery(request ? overviewOf(asked, request) : {}, { skip: !request, refetchOnMountOrArgChange: true });
  const message = useMessage();
  return (
    <section className={own.section} aria-label={t("numbers")} aria-busy={isFetching || undefined}>
      {error && (
        <Alert role="alert" color="red" icon={<IconAlertCircle stroke={1.5} />} title={t("numbers.failed")}>
          <p className={own.why}>{message(failureOf(error).messageId)}</p>
          <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
            {t("retry")}
          </Button>
        </Alert>
      )}
      {data?.clocks_held && <HeldClocks onResumed={() => void refetch()} />}
      <div className={own.cards}>
        {data && !error && (
          <>
            <Funnel steps={data.funnel} />
            <Waiting rows={data.waiting} filters={filters} />
          </>
        )}
        <Places filters={filters} />
      </div>
    </section>
  );
}

function Funnel({ steps }: { steps: readonly FunnelStep[] }) {
  const { t } = useTranslation("dashboard");
  const format = useFormat();
  const all = steps[0]?.reached ?? 0;
  return (
    <div className={card.card}>
      <Title order={3} id="funnel">
        {t("funnel")}
      </Title>
      <p className={own.quiet}>{t(all > 0 ? "funnel.lead" : "numbers.none")}</p>
      {all > 0 && (
        <table className={own.table} aria-labelledby="funnel">
          <thead>
            <tr>
              <th scope="col">{t("funnel.step")}</th>
              <th scope="col" data-end>
                {t("funnel.reached")}
              </th>
              <th scope="col" data-end>
                {t("funnel.share")}
              </th>
            </tr>
          </thead>
          <tbody>
            {steps.map(({ step, reached }) => (
              <tr key={step}>
                <th scope="row">
                  {t(`step.${step}`)}
                  <span className={own.track} aria-hidden>
                    <span className={own.bar} style={{ inlineSize: `${(reached / all) * 100}%` }} />
                  </span>
                </th>
                <td data-end>{format.number(reached)}</td>
                <td data-end>{format.number(reached / all, { style: "percent", maximumFractionDigits: 0 })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function Waiting({ rows, filters }: { rows: readonly WaitingStatus[]; filters: DashboardFilters }) {
  const { t } = useTranslation("dashboard");
  const edits = useAppSelector((state) => may(state.auth.user?.authority, "settings.edit"));
  const shown = rows.filter(({ n }) => n > 0);
  const untold = rows.every(({ target_days: days }) => typeof days !== "number");
  return (
    <div className={card.card} data-wide>
      <Title order={3} id="waiting-times">
        {t("time")}
      </Title>
      <p className={own.quiet}>{t(shown.length > 0 ? "time.lead" : "time.none")}</p>
      {shown.length > 0 && (
        <table className={own.table} aria-labelledby="waiting-times">
          <thead>
            <tr>
              <th scope="col">{t("time.status")}</th>
              <th scope="col" data-end>
                {t("time.median")}
              </th>
              <th scope="col" data-end>
                {t("time.oldest")}
              </th>
              <th scope="col" data-end>
                {t("time.over")}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <WaitingRow key={row.status} row={row} filters={filters} />
            ))}
          </tbody>
        </table>
      )}
      {untold && edits && (
        <Link className={own.door} to={toSettings.room("rounds")}>
          {t("time.set")}
        </Link>
      )}
    </div>
  );
}

function WaitingRow({ row, filters }: { row: WaitingStatus; filters: DashboardFilters }) {
  const { t } = useTranslation("dashboard");
  const format = useFormat();
  const name = useStatusName();
  const status = STATUSES.find((each) => each === row.status) ?? "W";
  const days = (n: number | null | undefined) => (typeof n === "number" ? t("days", { count: n, shown: format.number(n) }) : "");
  const over = row.over_target ?? 0;
  const target = days(row.target_days);
  return (
    <tr>
      <th scope="row">
        <StatusName status={status} />
      </th>
      <td data-end>{days(row.median_days)}</td>
      <td data-end>{days(row.oldest_days)}</td>
      <td data-end>
        {target === "" && <span className={own.quiet}>{t("time.untold")}</span>}
        {target !== "" && over === 0 && format.number(over)}
        {target !== "" && over > 0 && (
          <Link
            className={own.number}
            to={to.enquiries({ ...listOf(status, filters.asked, filters.rounds), sort: "status_since" })}
            aria-label={t("time.over.door", { status: `\u2068${name(status)}\u2069`, n: format.number(over), days: target })}
          >
            {format.number(over)}
          </Link>
        )}
        {target !== "" && <span className={own.target}>{t("time.target", { days: target })}</span>}
      </td>
    </tr>
  );
}

function Places({ filters: { asked, rounds } }: { filters: DashboardFilters }) {
  const { t } = useTranslation("dashboard");
  const format = useFormat();
  const left = placesLeft(rounds, asked);
  if (left.length === 0) return null;
  return (
    <div className={card.card}>
      <Title order={3}>{t("places")}</Title>
      <dl className={own.places}>
        {left.map(({ id, year, free, places }) => (
          <div key={id} className={own.place}>
            <dt>
              <bdi dir="ltr">{year}</bdi>
            </dt>
            <dd>{free === null ? t("places.unlimited") : t("places.of", { free: format.number(free), places: format.number(places) })}</dd>
          </div>
        ))}
      </dl>
      <Link className={own.door} to={toSeats.seats()}>
        {t("places.open")}
      </Link>
    </div>
  );
}
