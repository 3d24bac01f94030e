import { Button, Title } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAddressSearch } from "@/ui/useAddressSearch";
import { useFormat } from "@/ui/useFormat";
import { IconUserPlus, IconUsers } from "@/ui/icons";
import { BESIDE } from "@/ui/record/beside";
import { DrawerPanel } from "@/ui/record/DrawerPanel";
import { SidePanel } from "@/ui/record/SidePanel";
import { StateScreen } from "@/ui/StateScreen";
import shared from "@/ui/table.module.css";
import { usePeoplePagesInfiniteQuery } from "@/api/people";
import { partsOf, withoutParts, withPart } from "@/ui/list/address";
import { ListStates } from "@/ui/list/ListStates";
import { SavedViews } from "@/ui/list/SavedViews";
import { useListPages } from "@/ui/list/useListPages";
import { NAMES } from "./filters";
import { InviteDialog } from "@/ui/people/InviteDialog";
import classes from "./people.module.css";
import { PeopleTable } from "./PeopleTable";
import { PersonRecord } from "./PersonRecord";
import { Toolbar } from "./Toolbar";

/** Who has an account here: found, invited, given other roles, switched off. */
export function PeoplePage() {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const [search, changeSearch] = useAddressSearch();
  const wide = useMediaQuery(BESIDE, true, { getInitialValueInEffect: false });
  const [inviting, setInviting] = useState(false);
  const filters = useMemo(() => partsOf(search, NAMES), [search]);
  const list = usePeoplePagesInfiniteQuery(filters, { refetchOnMountOrArgChange: 30 });
  const { rows: people, total, more } = useListPages(list);
  const openedId = search.get("open");
  // While another list is on its way, whoever is opened stays: what was changed about them is not lost.
  const opened = (list.currentData ?? list.data)?.pages.flatMap((page) => page.items).find((person) => person.id === openedId) ?? null;
  const setPart = useCallback((name: string, value: string | null) => changeSearch((now) => withPart(now, name, value)), [changeSearch]);
  const panel = { label: t("people.panel"), onClose: () => setPart("open", null) };
  const record = opened && <PersonRecord key={opened.id} person={opened} onStale={() => void list.refetch()} />;

  return (
    <div className={`${shared.frame} ${classes.people}`} data-panel={(wide && opened) || undefined}>
      <section className={shared.list}>
        <div className={shared.head}>
          <Title order={1}>
            {t("people.title")} {total !== undefined && <span className={shared.count}>{format.number(total)}</span>}
          </Title>
          <Button leftSection={<IconUserPlus size={18} stroke={1.5} aria-hidden />} onClick={() => setInviting(true)}>
            {t("people.invite")}
          </Button>
        </div>
        <SavedViews list="people" names={NAMES} />
        <Toolbar filters={filters} setPart={setPart} />
        {people.length > 0 ? (
          <PeopleTable
            people={people}
            total={total ?? people.length}
            opened={openedId}
            onOpen={(id) => setPart("open", id)}
            more={more}
          />
        ) : (
          <div className={shared.states}>
            <ListStates
              loading={list.isFetching}
              error={list.error}
              filtered={Object.keys(filters).length > 0}
              retry={() => void list.refetch()}
              clear={() => changeSearch((now) => withoutParts(now, NAMES))}
              empty={<StateScreen icon={<IconUsers size={28} stroke={1.5} />} title={t("people.empty")} text={t("people.empty.text")} />}
            />
          </div>
        )}
      </section>
      {wide ? record && <SidePanel {...panel}>{record}</SidePanel> : <DrawerPanel {...panel} opened={opened !== null}>{record}</DrawerPanel>}
      {inviting && <InviteDialog onClose={() => setInviting(false)} onInvited={(id) => setPart("open", id)} />}
    </div>
  );
}
