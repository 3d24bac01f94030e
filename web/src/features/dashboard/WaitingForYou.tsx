import { Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useListEnquiriesQuery, useListStudentsQuery, useListTasksQuery } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { useSchool } from "@/api/school";
import card from "@/ui/card.module.css";
import { IconArrowRight, IconClipboardList, IconInbox, IconMail, IconTicket, IconUsers } from "@/ui/icons";
import { useAudienceMembers } from "@/ui/useAudienceMembers";
import { useAudienceName } from "@/ui/useAudiences";
import { useFormat } from "@/ui/useFormat";
import * as to from "@/features/inbox/paths";
import * as toPeople from "@/features/people/paths";
import * as toTasks from "@/features/tasks/paths";
import classes from "./dashboard.module.css";
import { OPEN } from "./open";

/** Something to do, and the way to it. */
interface Line {
  id: string;
  to: string;
  text: string;
  Icon: typeof IconInbox;
  /** Nobody does it yet, or somebody waits. */
  urgent?: boolean;
}

/** What waits for whoever looks, in one card; nothing where nothing does. */
export function WaitingForYou() {
  const { t } = useTranslation("staff");
  const lines = [...useTasks(), ...useApprovals(), ...useFamilies(), ...useUnowned(), ...useUnread()];
  if (lines.length === 0) return null;
  return (
    <section className={`${card.card} ${classes.work}`} aria-labelledby="waiting-for-you">
      <Title order={2} fz="h3" id="waiting-for-you">
        {t("dashboard.waiting")}
      </Title>
      <ul className={classes.workList}>
        {lines.map(({ id, to: there, text, Icon, urgent }) => (
          <li key={id}>
            <Link className={`${classes.waiting} ${urgent ? card.attention : ""}`} to={there}>
              <Icon size={20} stroke={1.5} aria-hidden />
              <span>{text}</span>
              <IconArrowRight className="mirror" size={18} stroke={1.5} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One's own tasks, and those that nobody has taken. */
function useTasks(): Line[] {
  const { t } = useTranslation("staff");
  const format = useFormat();
  const tasks = useListTasksQuery({ pageSize: 1 }, { refetchOnMountOrArgChange: true }).data?.counts;
  const edits = useAppSelector((state) => may(state.auth.user?.authority, "enquiry.edit"));
  const lines: Line[] = [];
  if (tasks && tasks.mine > 0) {
    const own = t("dashboard.tasks", { count: tasks.mine, shown: format.number(tasks.mine) });
    const late = tasks.overdue > 0 ? ` · ${t("dashboard.tasks.overdue", { count: tasks.overdue, shown: format.number(tasks.overdue) })}` : "";
    lines.push({ id: "tasks", to: toTasks.tasks(), text: `${own}${late}`, Icon: IconClipboardList, urgent: tasks.overdue > 0 });
  }
  if (tasks && edits && tasks.unassigned > 0) {
    lines.push({ id: "unassigned", to: toTasks.unassigned(), text: t("dashboard.tasks.unassigned", { count: tasks.unassigned, shown: format.number(tasks.unassigned) }), Icon: IconClipboardList, urgent: true });
  }
  return lines;
}

/** How much was proposed that whoever looks may approve. */
function useApprovals(): Line[] {
  const { t } = useTranslation("staff");
  const format = useFormat();
  const approves = useAppSelector((state) => may(state.auth.user?.authority, "application.offer"));
  const skip = !useSchool().application || !approves;
  const total = useListStudentsQuery({ studentListRequest: { to_approve: true, page_size: 1 } }, { skip, refetchOnMountOrArgChange: true }).data?.total ?? 0;
  if (total === 0) return [];
  return [{ id: "approvals", to: to.enquiries({ kind: "applications", approval: "mine" }), text: t("dashboard.approvals", { count: total, shown: format.number(total) }), Icon: IconTicket, urgent: true }];
}

/** Families that wait for an answer. */
function useFamilies(): Line[] {
  const { t } = useTranslation("staff");
  const format = useFormat();
  const reads = useAppSelector((state) => may(state.auth.user?.authority, "note.read"));
  const unread = useListEnquiriesQuery({ pageSize: 1, flag: "unread" }, { skip: !reads, refetchOnMountOrArgChange: true }).data?.total ?? 0;
  if (unread === 0) return [];
  return [{ id: "unread", to: to.enquiries({ flag: "unread" }), text: t("dashboard.unread", { count: unread, shown: format.number(unread) }), Icon: IconMail, urgent: true }];
}

/** What nobody looks after. */
function useUnowned(): Line[] {
  const { t } = useTranslation("staff");
  const format = useFormat();
  const unowned = useListEnquiriesQuery({ pageSize: 1, owner: "none", state: OPEN }, { refetchOnMountOrArgChange: true }).data?.total ?? 0;
  if (unowned === 0) return [];
  return [{ id: "unowned", to: to.enquiries({ owner: "none", state: OPEN, sort: "submitted_at" }), text: t("dashboard.unowned", { count: unowned, shown: format.number(unowned) }), Icon: IconInbox, urgent: true }];
}

/** What forms keep for audiences that nobody is in: it waits, and nobody would miss it. */
function useUnread(): Line[] {
  const { t } = useTranslation("staff");
  const format = useFormat();
  const name = useAudienceName();
  return (useAudienceMembers() ?? []).flatMap(({ id, unread }): Line[] => {
    const { enquiries, tasks } = unread ?? { enquiries: 0, tasks: 0 };
    if (enquiries + tasks === 0) return [];
    const parts = [t("dashboard.nobody", { audience: name(id) })];
    if (enquiries > 0) parts.push(t("dashboard.nobody.enquiries", { count: enquiries, shown: format.number(enquiries) }));
    if (tasks > 0) parts.push(t("dashboard.nobody.tasks", { count: tasks, shown: format.number(tasks) }));
    return [{ id: `audience-${id}`, to: toPeople.staff(), text: parts.join(" · "), Icon: IconUsers, urgent: true }];
  });
}
