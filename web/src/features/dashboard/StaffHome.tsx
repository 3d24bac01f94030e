import { Button, Skeleton, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { failureOf } from "@/api/envelope";
import { useListEnquiriesQuery, useListStudentsQuery, useListTasksQuery } from "@/api/generated";
import { APPLICATION, ENQUIRY } from "@/api/machines";
import type { EnquiryRow, EnquiryState } from "@/api/types";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { useSchool } from "@/api/school";
import card from "@/ui/card.module.css";
import { IconAlertTriangle, IconCheck } from "@/ui/icons";
import { StateDot } from "@/ui/StateDot";
import { StateScreen } from "@/ui/StateScreen";
import { useAudienceMembers } from "@/ui/useAudienceMembers";
import { useAudienceName } from "@/ui/useAudiences";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useMessage } from "@/ui/useMessage";
import { usePersonName } from "@/ui/usePersonName";
import { ApplicationParts, ApplicationTiles } from "./ApplicationTiles";
import classes from "./dashboard.module.css";
import * as to from "@/features/inbox/paths";
import * as toPeople from "@/features/people/paths";
import * as toTasks from "@/features/tasks/paths";

/** Where somebody still has to do something, of either kind. */
const OPEN = [...ENQUIRY.open, ...APPLICATION.open].join(",");
const MOST_MINE = 8;

/** Where the day starts: how many stand where, what waits for an owner, what is mine, and then how applications come along. */
export function StaffHome() {
  const { t } = useTranslation("staff");
  const name = useAppSelector((state) => state.auth.user?.userName ?? "");
  const all = useListEnquiriesQuery({ pageSize: 1 }, { refetchOnMountOrArgChange: true });
  const unowned = useListEnquiriesQuery({ pageSize: 1, owner: "none", state: OPEN }, { refetchOnMountOrArgChange: true });
  const message = useMessage();
  const format = useFormat();
  const applies = Boolean(useSchool().application);

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
      <ApplicationTiles />
      {!applies && enquiries}
      {(unowned.data?.total ?? 0) > 0 && (
        <Link className={`${classes.waiting} ${card.attention}`} to={to.enquiries({ owner: "none", state: OPEN, sort: "submitted_at" })}>
          {t("dashboard.unowned", { count: unowned.data?.total ?? 0, shown: format.number(unowned.data?.total ?? 0) })}
        </Link>
      )}
      <Approvals />
      <Waiting />
      <Unread />
      <Mine />
      <ApplicationParts />
      {applies && enquiries}
    </div>
  );
}

/** How much was proposed that whoever looks may approve; none where they may not. */
function useToApprove(): number {
  const approves = useAppSelector((state) => may(state.auth.user?.authority, "application.offer"));
  const skip = !useSchool().application || !approves;
  const asked = useListStudentsQuery({ studentListRequest: { to_approve: true, page_size: 1 } }, { skip, refetchOnMountOrArgChange: true });
  return asked.data?.total ?? 0;
}

/** What waits for one's own approval. */
function Approvals() {
  const { t } = useTranslation("staff");
  const format = useFormat();
  const total = useToApprove();
  if (total === 0) return null;
  return (
    <Link className={`${classes.waiting} ${card.attention}`} to={to.enquiries({ kind: "applications", approval: "mine" })}>
      {t("dashboard.approvals", { count: total, shown: format.number(total) })}
    </Link>
  );
}

/** What families and colleagues wait for. */
function Waiting() {
  const { t } = useTranslation("staff");
  const format = useFormat();
  const tasks = useListTasksQuery({ pageSize: 1 }, { refetchOnMountOrArgChange: true }).data?.counts;
  const edits = useAppSelector((state) => may(state.auth.user?.authority, "enquiry.edit"));
  const unread = useListEnquiriesQuery({ pageSize: 1, flag: "unread" }, { refetchOnMountOrArgChange: true }).data?.total ?? 0;
  return (
    <>
      {unread > 0 && (
        <Link className={`${classes.waiting} ${card.attention}`} to={to.enquiries({ flag: "unread" })}>
          {t("dashboard.unread", { count: unread, shown: format.number(unread) })}
        </Link>
      )}
      {tasks && tasks.mine > 0 && (
        <Link className={classes.waiting} to={toTasks.tasks()}>
          {t("dashboard.tasks", { count: tasks.mine, shown: format.number(tasks.mine) })}
          {tasks.overdue > 0 && <> · {t("dashboard.tasks.overdue", { count: tasks.overdue, shown: format.number(tasks.overdue) })}</>}
        </Link>
      )}
      {tasks && edits && tasks.unassigned > 0 && (
        <Link className={`${classes.waiting} ${card.attention}`} to={toTasks.unassigned()}>
          {t("dashboard.tasks.unassigned", { count: tasks.unassigned, shown: format.number(tasks.unassigned) })}
        </Link>
      )}
    </>
  );
}

/** What forms keep for audiences that nobody is in: it waits, and nobody would miss it. */
function Unread() {
  const { t } = useTranslation("staff");
  const format = useFormat();
  const name = useAudienceName();
  return useAudienceMembers()?.map(({ id, unread }) => {
    const { enquiries, tasks } = unread ?? { enquiries: 0, tasks: 0 };
    if (enquiries + tasks === 0) return null;
    return (
      <Link key={id} className={`${classes.waiting} ${card.attention}`} to={toPeople.staff()}>
        {t("dashboard.nobody", { audience: name(id) })}
        {enquiries > 0 && <> · {t("dashboard.nobody.enquiries", { count: enquiries, shown: format.number(enquiries) })}</>}
        {tasks > 0 && <> · {t("dashboard.nobody.tasks", { count: tasks, shown: format.number(tasks) })}</>}
      </Link>
    );
  });
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
  const mine = useListEnquiriesQuery({ pageSize: MOST_MINE, owner: "me", state: OPEN, sort: "submitted_at" }, { refetchOnMountOrArgChange: true });
  const rows = mine.data?.items;
  const total = mine.data?.total ?? 0;
  return (
    <section className={classes.mine}>
      <div className={classes.mineHead}>
        <Title order={2}>{t("dashboard.mine")}</Title>
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
