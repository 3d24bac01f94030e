import { useMediaQuery } from "@mantine/hooks";
import { lazy, Suspense, useCallback, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { useEnquiryPagesInfiniteQuery } from "@/api/tags";
import { IconInbox } from "@/ui/icons";
import { withPart } from "@/ui/list/address";
import { ListStates } from "@/ui/list/ListStates";
import { SavedViews } from "@/ui/list/SavedViews";
import { useListPages } from "@/ui/list/useListPages";
import { useSelection } from "@/ui/list/useSelection";
import { BESIDE } from "@/ui/record/beside";
import { StateScreen } from "@/ui/StateScreen";
import shared from "@/ui/table.module.css";
import { useAddressSearch } from "@/ui/useAddressSearch";
import { EnquiryTable } from "./EnquiryTable";
import { useListLook } from "./columns";
import { filtersOf, isFiltered, VIEW_NAMES, withoutFilters, type FilterName } from "./filters";
import { InboxHeader } from "./InboxHeader";
import { StateTabs } from "./StateTabs";
import { Toolbar } from "./Toolbar";
import * as to from "./paths";

// The list is shown first: what opens beside it comes right after, and not with it.
const loadPanel = () => import("./EnquiryPanel");
const EnquiryPanel = lazy(async () => ({ default: (await loadPanel()).EnquiryPanel }));
const EnquiryBulk = lazy(async () => ({ default: (await import("./EnquiryBulk")).EnquiryBulk }));
const ExportList = lazy(async () => ({ default: (await import("./exports/ExportList")).ExportList }));

/** What came in: the list with its filters in the address, and one opened enquiry beside it. */
export function InboxPage() {
  const { t } = useTranslation("staff");
  const [search, changeSearch] = useAddressSearch();
  const navigate = useNavigate();
  const wide = useMediaQuery(BESIDE, true, { getInitialValueInEffect: false });
  const look = useListLook();
  const filters = useMemo(() => filtersOf(search), [search]);
  const list = useEnquiryPagesInfiniteQuery(filters, { refetchOnMountOrArgChange: 30, refetchCachedPages: false });
  const { rows, total, more } = useListPages(list);
  const first = list.currentData?.pages[0];
  const edits = useAppSelector((state) => may(state.auth.user?.authority, "enquiry.edit"));
  const selection = useSelection(rows);
  const opened = wide ? search.get("open") : null;
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
        <InboxHeader total={total} filters={filters} />
        <Suspense>
          <ExportList />
        </Suspense>
        <SavedViews list="inbox" names={VIEW_NAMES} look={{ columns: look.spelled }} />
        <StateTabs counts={first?.counts} active={filters.state} search={search} />
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
              empty={<StateScreen icon={<IconInbox size={28} stroke={1.5} />} title={t("inbox.empty.title")} text={t("inbox.empty.text")} />}
            />
          </div>
        )}
        <Suspense>{edits && <EnquiryBulk rows={rows} selection={selection} />}</Suspense>
      </section>
      <Suspense>{opened && <EnquiryPanel key={opened} id={opened} onClose={() => open(null)} onTag={(tag) => setFilter("tag", tag)} />}</Suspense>
    </div>
  );
}
