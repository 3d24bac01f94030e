import { Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import * as inbox from "@/features/inbox/paths";
import { IconCheck } from "@/ui/icons";
import { ListEnd } from "@/ui/list/ListEnd";
import { ListStates } from "@/ui/list/ListStates";
import { ListTabs } from "@/ui/list/ListTabs";
import { useListPages } from "@/ui/list/useListPages";
import sheet from "@/ui/page.module.css";
import { StateScreen } from "@/ui/StateScreen";
import { TaskLine } from "@/ui/tasks/TaskLine";
import classes from "@/ui/tasks/tasks.module.css";
import { useAddressSearch } from "@/ui/useAddressSearch";
import { usePersonName } from "@/ui/usePersonName";
import { useTaskPagesInfiniteQuery, WHOSE } from "./api";

/** Open tasks by their day: one's own, those that nobody has taken, and all that one may see. */
export function TasksPage() {
  const { t } = useTranslation("staff");
  const [search] = useAddressSearch();
  const name = usePersonName();
  const whose = WHOSE.find((each) => each === search.get("whose")) ?? "mine";
  const list = useTaskPagesInfiniteQuery(whose, { refetchOnMountOrArgChange: true });
  const { rows, more } = useListPages(list);
  const counts = list.data?.pages[0]?.counts;
  const edits = useAppSelector((state) => may(state.auth.user?.authority, "enquiry.edit"));
  const tabs = WHOSE.map((each) => ({ value: each === "mine" ? null : each, label: t(`tasks.whose.${each}`), ...(each !== "all" && counts && { count: counts[each] }) }));
  return (
    <div className={sheet.page}>
      <div className={sheet.head}>
        <div>
          <Title order={1}>{t("tasks.title")}</Title>
          {counts && counts.overdue > 0 && <span className={sheet.quiet}>{t("tasks.overdue", { count: counts.overdue })}</span>}
        </div>
      </div>
      <ListTabs label={t("tasks.whose")} name="whose" tabs={tabs} active={whose === "mine" ? null : whose} search={search} flush />
      {rows.length > 0 ? (
        <>
          <ul className={classes.tasks}>
            {rows.map((task) => (
              <TaskLine
                key={task.id}
                task={task}
                edits={edits}
                about={
                  <Link to={inbox.enquiry(task.enquiry.id)}>
                    <bdi>{name(task.enquiry) || task.enquiry.reference}</bdi>
                  </Link>
                }
              />
            ))}
          </ul>
          <ListEnd shown={rows.length} more={more} words={{ more: t("tasks.more"), end: t("tasks.end") }} />
        </>
      ) : (
        <ListStates
          loading={list.isFetching}
          error={list.error}
          filtered={false}
          retry={() => void list.refetch()}
          clear={() => {}}
          empty={<StateScreen icon={<IconCheck size={28} stroke={1.5} />} title={t(`tasks.empty.${whose}`)} text={t("tasks.empty.text")} />}
        />
      )}
    </div>
  );
}
