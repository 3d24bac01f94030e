import { Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { SCHOOL_STATES, usePlatformSchoolPagesInfiniteQuery } from "@/api/platform";
import { IconBuildingStore } from "@/ui/icons";
import { withoutParts, withPart } from "@/ui/list/address";
import { FilterChip } from "@/ui/list/FilterChip";
import { FilterMenu } from "@/ui/list/FilterMenu";
import { ListStates } from "@/ui/list/ListStates";
import { SearchField } from "@/ui/list/SearchField";
import { useListPages } from "@/ui/list/useListPages";
import { StateScreen } from "@/ui/StateScreen";
import shared from "@/ui/table.module.css";
import { useAddressSearch } from "@/ui/useAddressSearch";
import { useTitle } from "@/ui/useTitle";
import classes from "./console.module.css";
import { SchoolsTable } from "./SchoolsTable";
import { useSwitch } from "./useSwitch";

/** Every school, and how it does. */
export function SchoolsPage() {
  const { t } = useTranslation("console");
  const [search, change] = useAddressSearch();
  const q = search.get("q") ?? "";
  const state = SCHOOL_STATES.find((each) => each === search.get("state"));
  const list = usePlatformSchoolPagesInfiniteQuery({ q, state }, { refetchOnMountOrArgChange: true });
  useTitle(t("schools.title"));
  const switched = useSwitch(() => void list.refetch());
  const setPart = (name: string, value: string | null) => change((now) => withPart(now, name, value));
  const { rows: schools, more } = useListPages(list);
  const totals = (list.currentData ?? list.data)?.pages[0]?.totals;
  // The server counts by state; what a search finds is not counted.
  const total = q ? undefined : totals?.[state ?? "schools"];
  const states = SCHOOL_STATES.map((value) => ({ value, label: t(`school.state.${value}`) }));
  return (
    <>
      <header>
        <Title order={1}>{t("schools.title")}</Title>
        <p className={classes.quiet}>{t("schools.lead")}</p>
      </header>
      {switched.outcome}
      {switched.dialog}
      <div className={classes.window}>
        <section className={shared.list}>
          <div className={`${shared.toolbar} ${classes.toolbar}`} role="search">
            <SearchField label={t("schools.search")} hint={t("schools.search")} value={q} onChange={(text) => setPart("q", text)} />
            <FilterMenu groups={[{ name: "state", label: t("school.state"), options: states }]} chosen={{ ...(state && { state }) }} onFilter={setPart} />
            {state && <FilterChip text={t(`school.state.${state}`)} onRemove={() => setPart("state", null)} />}
          </div>
          {schools.length > 0 ? (
            <SchoolsTable schools={schools} total={total} more={more} onSwitch={switched.ask} />
          ) : (
            <div className={shared.states}>
              <ListStates
                loading={list.isFetching}
                error={list.error}
                filtered={Boolean(q || state)}
                retry={() => void list.refetch()}
                clear={() => change((now) => withoutParts(now, ["q", "state"]))}
                empty={<StateScreen icon={<IconBuildingStore size={28} stroke={1.5} />} title={t("schools.empty")} text={t("schools.empty.text")} />}
              />
            </div>
          )}
        </section>
      </div>
    </>
  );
}
