import { useMediaQuery } from "@mantine/hooks";
import { lazy, Suspense, useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useApplicationPagesInfiniteQuery } from "@/api/applications";
import { useAppSelector } from "@/api/hooks";
import { knowsDecisions, may, rolesWith } from "@/api/may";
import { useSchool } from "@/api/school";
import { STATUSES } from "@/api/standing";
import { withPart } from "@/ui/list/address";
import { ListStates } from "@/ui/list/ListStates";
import { ListTabs } from "@/ui/list/ListTabs";
import { SavedViews } from "@/ui/list/SavedViews";
import { useListPages } from "@/ui/list/useListPages";
import { useSelection } from "@/ui/list/useSelection";
import { BESIDE } from "@/ui/record/beside";
import { StatusName } from "@/ui/StandingDot";
import shared from "@/ui/table.module.css";
import { useAddressSearch } from "@/ui/useAddressSearch";
import { useListLook } from "../columns";
import { Empty } from "../Empty";
import { VIEW_NAMES } from "../filters";
import { InboxHeader } from "../InboxHeader";
import * as to from "../paths";
import { ApplicationTable } from "./ApplicationTable";
import { ApplicationToolbar } from "./ApplicationToolbar";
import { askedOf, exportedBy, isFiltered, requestOf, withoutFilters, type FilterName } from "./filters";

const EnquiryPanel = lazy(async () => ({ default: (await import("../EnquiryPanel")).EnquiryPanel }));
const ApplicationBulk = lazy(async () => ({ default: (await import("./bulk/ApplicationBulk")).ApplicationBulk }));
const MoveJobs = lazy(async () => ({ default: (await import("./bulk/MoveJobs")).MoveJobs }));
const LetterJobs = lazy(async () => ({ default: (await import("./letters/bulk/LetterJobs")).LetterJobs }));
const ExportList = lazy(async () => ({ default: (await import("../exports/ExportList")).ExportList }));

/** The roles that move applications, each by its own ways. */
const MOVERS = rolesWith("application.edit", "application.offer", "application.fees", "application.enrol", "application.reopen");
/** Who looks after what others move. */
const OVERSEERS = rolesWith("user.manage", "audit.read");

/** The applications, cut by their statuses; one opened beside them. */
export function ApplicationList() {
  const { t } = useTranslation("applications");
  const [search, changeSearch] = useAddressSearch();
  const navigate = useNavigate();
  const { application, today } = useSchool();
  const wide = useMediaQuery(BESIDE, true, { getInitialValueInEffect: false });
  const look = useListLook();
  const asked = useMemo(() => askedOf(search), [search]);
  const approves = useAppSelector((state) => may(state.auth.user?.authority, "application.offer"));
  const knows = useAppSelector((state) => knowsDecisions(state.auth.user?.authority));
  const fees = useAppSelector((state) => may(state.auth.user?.authority, "application.fees"));
  const request = useMemo(() => requestOf(asked, today, approves, knows, fees), [asked, today, approves, knows, fees]);
  const list = useApplicationPagesInfiniteQuery(request, { refetchOnMountOrArgChange: 30, refetchCachedPages: false });
  const { rows, total, more } = useListPages(list);
  const counts = list.currentData?.pages[0]?.counts;
  const edits = useAppSelector((state) => may(state.auth.user?.authority, "enquiry.edit"));
  const sends = useAppSelector((state) => may(state.auth.user?.authority, "application.edit"));
  const moves = useAppSelector((state) => MOVERS.some((role) => state.auth.user?.authority.includes(role)));
  const oversees = useAppSelector((state) => OVERSEERS.some((role) => state.auth.user?.authority.includes(role)));
  const { refetch } = list;
  const refresh = useCallback(() => void refetch(), [refetch]);
  const selection = useSelection(rows);
  const opened = wide ? search.get("open") : null;
  const chosen = useMemo(() => rows.map((row) => ({ id: row.id, version: row.version, person: row.student_name, person_ar: row.student_name_ar, reference: row.registration_id, owner: row.assigned_to ?? null, state: row.standing })), [rows]);

  const setFilter = useCallback((name: FilterName, value: string | null) => changeSearch((now) => withPart(now, name, value)), [changeSearch]);
  const open = useCallback(
    (id: string | null) => {
      if (id && !wide) {
        void navigate(to.enquiry(id));
        return;
      }
      changeSearch((now) => withPart(now, "open", id));
    },
    [navigate, changeSearch, wide],
  );
  const tabs = STATUSES.map((status) => ({ value: status, label: <StatusName status={status} />, count: counts?.[status] }));
  const all = counts && STATUSES.reduce((sum, status) => sum + counts[status], 0);

  return (
    <div className={shared.frame} data-panel={opened ? true : undefined}>
      <section className={shared.list}>
        <InboxHeader total={total} filters={exportedBy(asked, application?.form ?? "", today, fees)} kind="applications" search={search} />
        <Suspense>
          <ExportList />
        </Suspense>
        <Suspense>{(moves || oversees) && <MoveJobs onEnded={refresh} />}</Suspense>
        <Suspense>{sends && <LetterJobs />}</Suspense>
        <SavedViews list="inbox" names={VIEW_NAMES} look={{ columns: look.spelled }} />
        <ListTabs label={t("list.statuses")} name="state" tabs={[{ value: null, label: t("list.all"), count: all }, ...tabs]} active={asked.state ?? null} search={search} />
        <ApplicationToolbar asked={asked} approves={approves} knows={knows} fees={fees} setFilter={setFilter} />
        {rows.length > 0 ? (
          <ApplicationTable rows={rows} total={total ?? rows.length} density={look.density} sort={asked.sort} opened={opened} onOpen={open} setFilter={setFilter} more={more} selection={edits || moves ? selection : undefined} />
        ) : (
          <div className={shared.states}>
            <ListStates
              loading={list.isFetching}
              error={list.error}
              filtered={isFiltered(asked)}
              retry={() => void list.refetch()}
              clear={() => changeSearch(withoutFilters)}
              empty={<Empty kind="applications" />}
            />
          </div>
        )}
        <Suspense>{(edits || moves) && <ApplicationBulk rows={chosen} selection={selection} filters={request} total={total ?? rows.length} edits={edits} />}</Suspense>
      </section>
      <Suspense>{opened && <EnquiryPanel key={opened} id={opened} onClose={() => open(null)} onTag={(tag) => void navigate(to.enquiries({ tag }))} />}</Suspense>
    </div>
  );
}
