import "@mantine/core/styles/Combobox.layer.css";
import { NativeSelect, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { SCHOOL_STATES, usePlatformSchoolPagesInfiniteQuery, type PlatformSchool } from "@/api/platform";
import { IconBuildingStore } from "@/ui/icons";
import { withoutParts, withPart } from "@/ui/list/address";
import { ListEnd } from "@/ui/list/ListEnd";
import { ListStates } from "@/ui/list/ListStates";
import { SearchField } from "@/ui/list/SearchField";
import { useListPages } from "@/ui/list/useListPages";
import { StatusDot } from "@/ui/record/StatusDot";
import { StateScreen } from "@/ui/StateScreen";
import { useAddressSearch } from "@/ui/useAddressSearch";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import { useTitle } from "@/ui/useTitle";
import classes from "./console.module.css";
import * as to from "./paths";
import { HEALTH } from "./tones";

/** Every school, and how it does. */
export function SchoolsPage() {
  const { t } = useTranslation("console");
  const [search, change] = useAddressSearch();
  const filters = { q: search.get("q") ?? "", state: SCHOOL_STATES.find((each) => each === search.get("state")) };
  const list = usePlatformSchoolPagesInfiniteQuery(filters, { refetchOnMountOrArgChange: true });
  useTitle(t("schools.title"));
  const set = (name: string, value: string | null) => change((now) => withPart(now, name, value));
  const { rows: items, more } = useListPages(list);
  return (
    <>
      <header>
        <Title order={1}>{t("schools.title")}</Title>
        <p className={classes.quiet}>{t("schools.lead")}</p>
      </header>
      <div className={classes.toolbar}>
        <SearchField label={t("schools.search")} hint={t("schools.search")} value={filters.q} onChange={(text) => set("q", text)} />
        <NativeSelect
          aria-label={t("schools.state")}
          value={filters.state ?? ""}
          data={[{ value: "", label: t("schools.state.all") }, ...SCHOOL_STATES.map((value) => ({ value, label: t(`school.state.${value}`) }))]}
          onChange={(event) => set("state", event.currentTarget.value || null)}
        />
      </div>
      {items.length > 0 ? (
        <SchoolsTable items={items} />
      ) : (
        <ListStates
          loading={list.isFetching}
          error={list.error}
          filtered={Boolean(filters.q || filters.state)}
          retry={() => void list.refetch()}
          clear={() => change((now) => withoutParts(now, ["q", "state"]))}
          empty={<StateScreen icon={<IconBuildingStore size={28} stroke={1.5} />} title={t("schools.empty")} text={t("schools.empty.text")} />}
        />
      )}
      {items.length > 0 && <ListEnd shown={items.length} more={more} words={{ more: t("more") }} />}
    </>
  );
}

function SchoolsTable({ items }: { items: readonly PlatformSchool[] }) {
  const { t } = useTranslation("console");
  const bilingual = useBilingual();
  const format = useFormat();
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t("school.name")}</th>
          <th scope="col">{t("schools.state")}</th>
          <th scope="col">{t("school.problems")}</th>
          <th scope="col">{t("school.revision")}</th>
          <th scope="col">{t("school.failures")}</th>
          <th scope="col">{t("school.outbox")}</th>
          <th scope="col">{t("school.storage")}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((school) => (
          <tr key={school.id}>
            <th scope="row">
              <Link to={to.school(school.id)}>
                <bdi>{bilingual(school.name) || school.id}</bdi>
              </Link>
              <span className={classes.quiet} dir="ltr">
                {school.host}
              </span>
            </th>
            <td data-label={t("schools.state")}>
              <StatusDot tone={HEALTH[school.state]}>{t(`school.state.${school.state}`)}</StatusDot>
            </td>
            <td data-label={t("school.problems")} data-bad={school.problems > 0 || undefined}>
              {format.number(school.problems)}
            </td>
            <td data-label={t("school.revision")}>{format.number(school.revision)}</td>
            <td data-label={t("school.failures")} data-bad={school.plugin_failures > 0 || undefined}>
              {format.number(school.plugin_failures)}
            </td>
            <td data-label={t("school.outbox")} data-bad={school.outbox.failed > 0 || undefined}>
              {t("school.waiting", { n: format.number(school.outbox.waiting) })}
              {school.outbox.failed > 0 && <> · {t("school.failed", { n: format.number(school.outbox.failed) })}</>}
            </td>
            <td data-label={t("school.storage")}>
              <bdi>{format.bytes((school.bytes.database ?? 0) + school.bytes.files)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
