import "@mantine/core/styles/Drawer.layer.css";
import { Button, Drawer, Title } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAddressSearch } from "@/ui/useAddressSearch";
import { useFormat } from "@/ui/useFormat";
import { IconUserPlus, IconUsers } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import shared from "@/ui/table.module.css";
import { usePeoplePagesInfiniteQuery } from "../api";
import { ListStates } from "../ListStates";
import { filtersOf, isFiltered, withoutFilters, withPart } from "./filters";
import { InviteDialog } from "./InviteDialog";
import classes from "./people.module.css";
import { PeopleTable } from "./PeopleTable";
import { PersonPanel } from "./PersonPanel";
import { Toolbar } from "./Toolbar";

/** Wide enough for the list and an opened person side by side. */
const PANEL_QUERY = "(min-width: 75em)";

/** Who has an account here: found, invited, given other roles, switched off. */
export function PeoplePage() {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const [search, changeSearch] = useAddressSearch();
  const wide = useMediaQuery(PANEL_QUERY, true, { getInitialValueInEffect: false });
  const [inviting, setInviting] = useState(false);
  const filters = useMemo(() => filtersOf(search), [search]);
  const list = usePeoplePagesInfiniteQuery(filters, { refetchOnMountOrArgChange: 30 });
  const people = useMemo(() => list.currentData?.pages.flatMap((page) => page.items) ?? [], [list.currentData]);
  const total = list.currentData?.pages[0]?.total;
  const openedId = search.get("open");
  // While another list is on its way, whoever is opened stays: what was changed about them is not lost.
  const opened = (list.currentData ?? list.data)?.pages.flatMap((page) => page.items).find((person) => person.id === openedId) ?? null;
  const setPart = useCallback((name: string, value: string | null) => changeSearch((now) => withPart(now, name, value)), [changeSearch]);
  const close = () => setPart("open", null);

  return (
    <div className={`${shared.frame} ${classes.people}`} data-panel={(wide && opened) || undefined}>
      <section className={shared.list}>
        <div className={shared.head}>
          <Title order={1}>
            {t("people.title")} {total !== undefined && <span className={classes.total}>{format.number(total)}</span>}
          </Title>
          <Button leftSection={<IconUserPlus size={18} stroke={1.5} aria-hidden />} onClick={() => setInviting(true)}>
            {t("people.invite")}
          </Button>
        </div>
        <Toolbar filters={filters} setPart={setPart} />
        {people.length > 0 ? (
          <PeopleTable
            people={people}
            total={total ?? people.length}
            opened={openedId}
            onOpen={(id) => setPart("open", id)}
            more={{ available: list.hasNextPage, loading: list.isFetchingNextPage, failed: list.isFetchNextPageError, load: () => void list.fetchNextPage() }}
          />
        ) : (
          <div className={classes.states}>
            <ListStates
              loading={list.isFetching}
              error={list.error}
              filtered={isFiltered(filters)}
              retry={() => void list.refetch()}
              clear={() => changeSearch(withoutFilters)}
              empty={<StateScreen icon={<IconUsers size={28} stroke={1.5} />} title={t("people.empty")} text={t("people.empty.text")} />}
            />
          </div>
        )}
      </section>
      {opened && wide && (
        <aside className={classes.panel} aria-label={t("people.panel")}>
          <PersonPanel key={opened.id} person={opened} onClose={close} onStale={() => void list.refetch()} />
        </aside>
      )}
      {!wide && (
        <Drawer.Root opened={opened !== null} onClose={close} position="right" size="100%" padding={0}>
          <Drawer.Overlay />
          <Drawer.Content aria-label={t("people.panel")}>{opened && <PersonPanel key={opened.id} person={opened} onClose={close} onStale={() => void list.refetch()} />}</Drawer.Content>
        </Drawer.Root>
      )}
      {inviting && <InviteDialog onClose={() => setInviting(false)} onInvited={(id) => setPart("open", id)} />}
    </div>
  );
}
