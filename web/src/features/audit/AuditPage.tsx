import { Button, Title } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { useLanguage } from "@/i18n/useLanguage";
import { IconDownload, IconHistory } from "@/ui/icons";
import { DrawerPanel } from "@/ui/record/DrawerPanel";
import { StateScreen } from "@/ui/StateScreen";
import { withPart } from "@/ui/list/address";
import { ListEnd } from "@/ui/list/ListEnd";
import { ListStates } from "@/ui/list/ListStates";
import { SavedViews } from "@/ui/list/SavedViews";
import { useListPages } from "@/ui/list/useListPages";
import sheet from "@/ui/page.module.css";
import { useAddressSearch } from "@/ui/useAddressSearch";
import { useMessage } from "@/ui/useMessage";
import { useSaveList } from "@/ui/useSaveList";
import { AUDIT, useAuditPagesInfiniteQuery } from "./api";
import { AuditFilterBar } from "./AuditFilterBar";
import { AuditTable } from "./AuditTable";
import { EntryRecord } from "./EntryRecord";
import { namesOf } from "./useEntryWords";
import { FILTERS, filtersOf } from "./words";

/** Who did what, when: read, narrowed, taken away as a file; never changed. */
export function AuditPage() {
  const { t } = useTranslation("settings");
  const { language } = useLanguage();
  const message = useMessage();
  const { school_id: school } = useSchool();
  const [search, changeSearch] = useAddressSearch();
  const filters = useMemo(() => filtersOf(search), [search]);
  const list = useAuditPagesInfiniteQuery(filters, { refetchOnMountOrArgChange: true });
  const file = useSaveList();
  const { rows: entries, more } = useListPages(list);
  const actions = list.data?.pages[0]?.actions ?? [];
  const filtered = Object.keys(filters).length > 0;
  const setPart = (name: string, value: string | null) => changeSearch((now) => withPart(now, name, value));
  const names = useMemo(() => namesOf(entries), [entries]);
  const opened = entries.find(({ id }) => id === search.get("open"));
  const actorName = entries.find((entry) => entry.actor.id === filters.actor)?.actor.name;

  return (
    <div className={sheet.page}>
      <div className={sheet.head}>
        <div>
          <Title order={1}>{t("audit.title")}</Title>
          <span className={sheet.quiet}>{t("audit.lead")}</span>
        </div>
        <Button
          variant="default"
          loading={file.busy}
          leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
          onClick={() => file.save({ path: `${AUDIT}/export?${new URLSearchParams({ ...filters, lng: language }).toString()}`, name: `${school}-audit.csv` })}
        >
          {t("audit.export")}
        </Button>
      </div>
      {file.failed && <p role="alert">{message(file.failed)}</p>}
      {file.dialog}
      <SavedViews list="audit" names={FILTERS} flush />
      <AuditFilterBar filters={filters} actions={actions} actorName={actorName ?? null} setPart={setPart} />
      {entries.length > 0 ? (
        <>
          <AuditTable entries={entries} names={names} onActor={(id) => setPart("actor", id)} onOpen={(id) => setPart("open", id)} />
          <ListEnd shown={entries.length} more={more} words={{ more: t("audit.earlier"), end: t("audit.beginning") }} />
        </>
      ) : (
        <ListStates
          loading={list.isFetching}
          error={list.error}
          filtered={filtered}
          retry={() => void list.refetch()}
          clear={() => changeSearch(() => new URLSearchParams())}
          empty={<StateScreen icon={<IconHistory size={28} stroke={1.5} />} title={t("audit.empty")} text={t("audit.empty.text")} />}
        />
      )}
      <DrawerPanel label={t("audit.panel")} opened={opened !== undefined} onClose={() => setPart("open", null)}>
        {opened && <EntryRecord entry={opened} names={names} onActor={(id) => changeSearch((now) => withPart(withPart(now, "open", null), "actor", id))} />}
      </DrawerPanel>
    </div>
  );
}
