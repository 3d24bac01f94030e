import { useMediaQuery } from "@mantine/hooks";
import { useCallback, useMemo } from "react";
import { useNavigate } from "react-router";
import { useEnquiryPagesInfiniteQuery } from "@/api/tags";
import shared from "@/ui/table.module.css";
import { useAddressSearch } from "@/ui/useAddressSearch";
import { EnquiryPanel } from "./EnquiryPanel";
import { EnquiryTable } from "./EnquiryTable";
import { useListLook } from "./columns";
import { filtersOf, isFiltered, withFilter, withoutFilters, type FilterName } from "./filters";
import { InboxHeader } from "./InboxHeader";
import { ListStates } from "./ListStates";
import { StateTabs } from "./StateTabs";
import { Toolbar } from "./Toolbar";

/** Wide enough for the list and an opened enquiry side by side. */
const PANEL_QUERY = "(min-width: 75em)";

/** What came in: the list with its filters in the address, and one opened enquiry beside it. */
export function InboxPage() {
  const [search, changeSearch] = useAddressSearch();
  const navigate = useNavigate();
  const wide = useMediaQuery(PANEL_QUERY, true, { getInitialValueInEffect: false });
  const look = useListLook();
  const filters = useMemo(() => filtersOf(search), [search]);
  const list = useEnquiryPagesInfiniteQuery(filters, { refetchOnMountOrArgChange: 30, refetchCachedPages: false });
  const rows = useMemo(() => list.currentData?.pages.flatMap((page) => page.items) ?? [], [list.currentData]);
  const first = list.currentData?.pages[0];
  const opened = wide ? search.get("open") : null;

  const setFilter = useCallback((name: FilterName, value: string | null) => changeSearch((now) => withFilter(now, name, value)), [changeSearch]);
  const open = useCallback(
    (id: string | null) => {
      if (id && !wide) {
        void navigate(`/pre_admission/${id}`);
        return;
      }
      changeSearch((now) => {
        const next = new URLSearchParams(now);
        if (id) next.set("open", id);
        else next.delete("open");
        return next;
      });
    },
    [navigate, changeSearch, wide],
  );

  return (
    <div className={shared.frame} data-panel={opened ? true : undefined}>
      <section className={shared.list}>
        <InboxHeader total={first?.total} filters={filters} />
        <StateTabs counts={first?.counts} active={filters.state} search={search} />
        <Toolbar filters={filters} setFilter={setFilter} look={look} />
        {rows.length > 0 ? (
          <EnquiryTable
            rows={rows}
            total={first?.total ?? rows.length}
            look={look}
            sort={filters.sort}
            opened={opened}
            onOpen={open}
            onFilter={setFilter}
            more={{ available: list.hasNextPage, loading: list.isFetchingNextPage, failed: list.isFetchNextPageError, load: () => void list.fetchNextPage() }}
          />
        ) : (
          <ListStates
            loading={list.isFetching}
            error={list.error}
            filtered={isFiltered(filters)}
            retry={() => void list.refetch()}
            clear={() => changeSearch(withoutFilters)}
          />
        )}
      </section>
      {opened && <EnquiryPanel key={opened} id={opened} onClose={() => open(null)} onTag={(tag) => setFilter("tag", tag)} />}
    </div>
  );
}
