import { Button, Title } from "@mantine/core";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { useLanguage } from "@/i18n/useLanguage";
import { IconDownload, IconHistory } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import shared from "@/ui/table.module.css";
import { useAddressSearch } from "@/ui/useAddressSearch";
import { useMessage } from "@/ui/useMessage";
import { useSaveList } from "@/ui/useSaveList";
import { AUDIT, useAuditPagesInfiniteQuery } from "../api";
import { ListStates } from "../ListStates";
import settings from "../settings.module.css";
import { AuditFilterBar } from "./AuditFilterBar";
import { AuditTable } from "./AuditTable";
import { filtersOf } from "./words";

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
  const entries = useMemo(() => list.currentData?.pages.flatMap((page) => page.items) ?? [], [list.currentData]);
  const actions = list.data?.pages[0]?.actions ?? [];
  const filtered = Object.keys(filters).length > 0;
  const setPart = (name: string, value: string | null) =>
    changeSearch((now) => {
      const next = new URLSearchParams(now);
      if (value) next.set(name, value);
      else next.delete(name);
      return next;
    });
  const actorName = entries.find((entry) => entry.actor.id === filters.actor)?.actor.name;

  return (
    <div className={settings.page}>
      <div className={settings.head}>
        <div>
          <Title order={1}>{t("audit.title")}</Title>
          <span className={settings.quiet}>{t("audit.lead")}</span>
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
      <AuditFilterBar filters={filters} actions={actions} actorName={actorName ?? null} setPart={setPart} />
      {entries.length > 0 ? (
        <>
          <AuditTable entries={entries} onActor={(id) => setPart("actor", id)} />
          <p className={shared.end} aria-live="polite">
            {list.hasNextPage ? (
              <Button variant="subtle" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {list.isFetchNextPageError ? t("settings.moreFailed") : t("audit.earlier")}
              </Button>
            ) : (
              t("audit.beginning")
            )}
          </p>
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
    </div>
  );
}
