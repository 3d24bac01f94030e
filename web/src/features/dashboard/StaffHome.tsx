import { Button, Skeleton, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { failureOf } from "@/api/envelope";
import { useListEnquiriesQuery } from "@/api/generated";
import { ENQUIRY } from "@/api/machines";
import type { EnquiryRow, EnquiryState } from "@/api/types";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { useSchool } from "@/api/school";
import { IconAlertTriangle, IconCheck } from "@/ui/icons";
import { StateDot } from "@/ui/StateDot";
import { StateScreen } from "@/ui/StateScreen";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { onlyKindOf, useKinds } from "@/ui/useKinds";
import { useMessage } from "@/ui/useMessage";
import { usePersonName } from "@/ui/usePersonName";
import { ApplicationProgress, ApplicationTiles, LatestApplications } from "./ApplicationTiles";
import classes from "./dashboard.module.css";
import * as to from "@/features/inbox/paths";
import { MyAppointments } from "./MyAppointments";
import { OPEN } from "./open";
import { WaitingForYou } from "./WaitingForYou";

const MOST_MINE = 5;

/** Where the day starts: what waits for whoever looks, how many stand where and how they come along, what is theirs, and what came last. */
export function StaffHome() {
  const { t } = useTranslation(["staff", "applications"]);
  const name = useAppSelector((state) => state.auth.user?.userName ?? "");
  // Who reads what they look after alone has no numbers of all.
  const counts = useAppSelector((state) => may(state.auth.user?.authority, "seat.read"));
  const all = useListEnquiriesQuery({ pageSize: 1 }, { skip: !counts, refetchOnMountOrArgChange: true });
  const message = useMessage();
  const applies = Boolean(useSchool().application);
  const kinds = useKinds();

  if (all.isError && !all.data) {
    return (
      <StateScreen
        role="alert"
        order={1}
        icon={<IconAlertTriangle size={28} stroke={1.5} />}
        title={t("dashboard.error.title")}
        text={message(failureOf(all.error).messageId)}
        action={<Button onClick={() => void all.refetch()}>{t("retry")}</Button>}
      />
    );
  }
  const enquiries = (
    <section aria-label={t("inbox.states")}>
      <ul className={classes.tiles}>
        {ENQUIRY.states.map((state) => (
          <Tile key={state} state={state} count={all.data?.counts[state]} />
        ))}
      </ul>
    </section>
  );
  return (
    <div className={classes.page}>
      <Title order={1}>{name ? t("dashboard.title", { name }) : t("dashboard.title.bare")}</Title>
      <WaitingForYou />
      {applies && kinds.applications && <MyAppointments />}
      {counts && <ApplicationTiles />}
      {counts && !applies && enquiries}
      {counts && <ApplicationProgress />}
      <Mine />
      {counts && <LatestApplications />}
      {counts && applies && kinds.enquiries && (
        <>
          <Title order={2}>{t("applications:kind.enquiries")}</Title>
          {enquiries}
        </>
      )}
    </div>
  );
}

/** A number is a door: it opens its list. */
function Tile({ state, count }: { state: EnquiryState; count: number | undefined }) {
  const format = useFormat();
  return (
    <li>
      <Link className={classes.tile} to={to.enquiries({ state })}>
        <span className={classes.number}>{count === undefined ? <Skeleton height={34} width={64} /> : format.number(count)}</span>
        <StateDot state={state} />
      </Link>
    </li>
  );
}

function Mine() {
  const { t } = useTranslation("staff");
  const format = useFormat();
  const only = onlyKindOf(useKinds());
  const mine = useListEnquiriesQuery({ pageSize: MOST_MINE, owner: "me", state: OPEN, sort: "submitted_at" }, { refetchOnMountOrArgChange: true });
  const rows = mine.data?.items;
  const total = mine.data?.total ?? 0;
  return (
    <section className={classes.mine}>
      <div className={classes.mineHead}>
        <Title order={2} fz="h3">{only ? t(`dashboard.mine.${only}`) : t("dashboard.mine")}</Title>
        {total > MOST_MINE && <Link to={to.enquiries({ owner: "me", state: OPEN, sort: "submitted_at" })}>{t("dashboard.mine.all", { count: total, shown: format.number(total) })}</Link>}
      </div>
      {mine.isError && <StateScreen order={3} role="alert" title={t("dashboard.error.title")} action={<Button onClick={() => void mine.refetch()}>{t("retry")}</Button>} />}
      {rows?.length === 0 && (
        <StateScreen
          order={3}
          icon={<IconCheck size={28} stroke={1.5} />}
          title={t("dashboard.mine.none")}
          text={t("dashboard.mine.none.text")}
          action={
            <Button component={Link} to={to.enquiries()} variant="default">
              {t("dashboard.open")}
            </Button>
          }
        />
      )}
      {rows && rows.length > 0 && (
        <ul className={classes.rows}>
          {rows.map((row) => (
            <MineRow key={row.id} row={row} />
          ))}
        </ul>
      )}
      {!rows && !mine.isError && <Skeleton height={160} />}
    </section>
  );
}

function MineRow({ row }: { row: EnquiryRow }) {
  const { t } = useTranslation("staff");
  const bilingual = useBilingual();
  const name = usePersonName();
  const format = useFormat();
  return (
    <li>
      <Link className={classes.row} to={to.enquiry(row.id)}>
        <span className={classes.person}>
          <bdi>{name(row) || t("row.noName")}</bdi>
          {row.grade && <bdi className={classes.grade}>{bilingual(row.grade.label)}</bdi>}
        </span>
        <span className={classes.quiet}>
          <bdi dir="ltr">{row.registration_id ?? row.reference}</bdi>
        </span>
        <StateDot state={row.state} />
        <time className={classes.quiet} dateTime={row.submitted_at} title={format.instant(row.submitted_at)}>
          {format.age(row.submitted_at)}
        </time>
      </Link>
    </li>
  );
}
