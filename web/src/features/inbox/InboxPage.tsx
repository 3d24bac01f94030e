import { useMediaQuery } from "@mantine/hooks";
import { lazy, Suspense, useCallback, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { useSchool } from "@/api/school";
import { isEnquiryState } from "@/api/standing";
import { useEnquiryPagesInfiniteQuery } from "@/api/tags";
import { keepList } from "@/ui/keptList";
import { withPart } from "@/ui/list/address";
import { ListStates } from "@/ui/list/ListStates";
import { SavedViews } from "@/ui/list/SavedViews";
import { useListPages } from "@/ui/list/useListPages";
import { useSelection } from "@/ui/list/useSelection";
import { BESIDE } from "@/ui/record/beside";
import shared from "@/ui/table.module.css";
import { useAddressSearch } from "@/ui/useAddressSearch";
import { onlyKindOf, useKinds } from "@/ui/useKinds";
import { movesAny, overseesMoves } from "./applications/bulk/useMoves";
import { Empty } from "./Empty";
import { EnquiryTable } from "./EnquiryTable";
import { useListLook } from "./columns";
import { filtersOf, isFiltered, VIEW_NAMES, withoutFilters, type FilterName } from "./filters";
import { InboxHeader } from "./InboxHeader";
import { kindOf, narrowed, type Kind } from "./kinds";
import { countOf, StateTabs } from "./StateTabs";
import { Toolbar } from "./Toolbar";
import * as to from "./paths";

// The list is shown first: what opens beside it comes right after, and not with it.
const loadPanel = () => import("./EnquiryPanel");
const EnquiryPanel = lazy(async () => ({ default: (await loadPanel()).EnquiryPanel }));
const EnquiryBulk = lazy(async () => ({ default: (await import("./EnquiryBulk")).EnquiryBulk }));
const MoveSelected = lazy(async () => ({ default: (await import("./applications/bulk/MoveSelected")).MoveSelected }));
const MoveJobs = lazy(async () => ({ default: (await import("./applications/bulk/MoveJobs")).MoveJobs }));
const LetterJobs = lazy(async () => ({ default: (await import("./applications/letters/bulk/LetterJobs")).LetterJobs }));
const ApplicationList = lazy(async () => ({ default: (await import("./applications/ApplicationList")).ApplicationList }));
const ExportList = lazy(async () => ({ default: (await import("./exports/ExportList")).ExportList }));

/** What came in: all of it, or of one kind; of the only one that somebody reads where they read no other. */
export function InboxPage() {
  const [search] = useAddressSearch();
  const kinds = useKinds();
  const edits = useAppSelector((state) => may(state.auth.user?.authority, "enquiry.edit"));
  const asked = kindOf(search);
  const kind = asked ?? (onlyKindOf(kinds) === "applications" ? "applications" : undefined);
  useEffect(() => keepList(search), [search]);
  // Who works on what came in reads all of it: nobody else is shown a list that another one takes the place of.
  if (!asked && !edits && !kinds.isKnown) return null;
  return kind === "applications" ? (
    <Suspense fallback={null}>
      <ApplicationList />
    </Suspense>
  ) : (
    <Inbox kind={kind} />
  );
}

/** The list with its filters in the address, and one opened enquiry beside it. */
function Inbox({ kind }: { kind: Kind | undefined }) {
  // The texts of both kinds: an application stands among the enquiries too.
  useTranslation(["staff", "applications"]);
  const [search, changeSearch] = useAddressSearch();
  const { application } = useSchool();
  const navigate = useNavigate();
  const wide = useMediaQuery(BESIDE, true, { getInitialValueInEffect: false });
  const look = useListLook();
  const filters = useMemo(() => filtersOf(search), [search]);
  const asked = useMemo(() => narrowed(filters, kind), [filters, kind]);
  const list = useEnquiryPagesInfiniteQuery(asked, { refetchOnMountOrArgChange: 30, refetchCachedPages: false });
  const { rows, total, more } = useListPages(list);
  const first = list.currentData?.pages[0];
  const edits = useAppSelector((state) => may(state.auth.user?.authority, "enquiry.edit"));
  const only = onlyKindOf(useKinds());
  const isMixed = Boolean(application && !kind && only !== "enquiries");
  const selection = useSelection(rows);
  const opened = wide ? search.get("open") : null;
  const sends = useAppSelector((state) => may(state.auth.user?.authority, "application.edit"));
  const moves = useAppSelector((state) => movesAny(state.auth.user?.authority));
  const oversees = useAppSelector((state) => overseesMoves(state.auth.user?.authority));
  const { refetch } = list;
  const refresh = useCallback(() => void refetch(), [refetch]);
  const ofApplications = selection.ids.size > 0 && rows.every(({ id, state }) => !selection.ids.has(id) || !isEnquiryState(state));
  // What does not come now is asked for again when an enquiry is opened.
  useEffect(() => void loadPanel().catch(() => {}), []);

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

  return (
    <div className={shared.frame} data-panel={opened ? true : undefined}>
      <section className={shared.list}>
        <InboxHeader total={total} enquiries={isMixed && !filters.state ? countOf(first?.counts) : undefined} mixed={isMixed} filters={asked} kind={kind} search={search} />
        <Suspense>
          <ExportList />
        </Suspense>
        <Suspense>{isMixed && (moves || oversees) && <MoveJobs onEnded={refresh} />}</Suspense>
        <Suspense>{isMixed && sends && <LetterJobs />}</Suspense>
        <SavedViews list="inbox" names={VIEW_NAMES} look={{ columns: look.spelled }} />
        {/* The states are those of enquiries alone: among applications they are shown only to whom an address asks for one. */}
        {(!isMixed || filters.state) && <StateTabs counts={first?.counts} all={isMixed ? undefined : "counts"} active={filters.state} search={search} />}
        <Toolbar rows={rows} filters={filters} setFilter={setFilter} look={look} />
        {rows.length > 0 ? (
          <EnquiryTable
            rows={rows}
            total={total ?? rows.length}
            look={look}
            sort={filters.sort}
            opened={opened}
            onOpen={open}
            onFilter={setFilter}
            more={more}
            selection={edits ? selection : undefined}
          />
        ) : (
          <div className={shared.states}>
            <ListStates
              loading={list.isFetching}
              error={list.error}
              filtered={isFiltered(filters)}
              retry={() => void list.refetch()}
              clear={() => changeSearch(withoutFilters)}
              empty={<Empty kind={kind} />}
            />
          </div>
        )}
        <Suspense>
          {edits && (
            <EnquiryBulk rows={rows} selection={selection}>
              {moves && ofApplications ? <MoveSelected rows={rows} selection={selection} /> : undefined}
            </EnquiryBulk>
          )}
        </Suspense>
      </section>
      <Suspense>{opened && <EnquiryPanel key={opened} id={opened} onClose={() => open(null)} onTag={(tag) => setFilter("tag", tag)} />}</Suspense>
    </div>
  );
}
