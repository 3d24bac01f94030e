import { Button, Title } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconDeviceTablet, IconPlus } from "@/ui/icons";
import { withoutParts, withPart } from "@/ui/list/address";
import { ListStates } from "@/ui/list/ListStates";
import { SavedViews } from "@/ui/list/SavedViews";
import sheet from "@/ui/page.module.css";
import { BESIDE } from "@/ui/record/beside";
import { DrawerPanel } from "@/ui/record/DrawerPanel";
import { SidePanel } from "@/ui/record/SidePanel";
import { StateScreen } from "@/ui/StateScreen";
import shared from "@/ui/table.module.css";
import { useAddressSearch } from "@/ui/useAddressSearch";
import { useBegun } from "@/ui/useBegun";
import { useListTillsQuery, type FreshTill, type Till } from "./api";
import { EnrolmentDialog } from "./EnrolmentDialog";
import { filtersOf, NAMES, narrowed } from "./filters";
import { TillForm } from "./TillForm";
import { TillRecord } from "./TillRecord";
import { TillsTable } from "./TillsTable";
import { Toolbar } from "./Toolbar";
import classes from "./tills.module.css";

/** The school's tills: which there are, which device each is, and the code that makes a device one. */
export function TillsPage() {
  const { t } = useTranslation("settings");
  const [search, changeSearch] = useAddressSearch();
  const wide = useMediaQuery(BESIDE, true, { getInitialValueInEffect: false });
  const { data, error, isFetching, refetch } = useListTillsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [adding, setAdding] = useBegun();
  const [edited, setEdited] = useState<Till | null>(null);
  const form = adding ? "new" : edited;
  const close = () => {
    setAdding(false);
    setEdited(null);
  };
  const [fresh, setFresh] = useState<FreshTill | null>(null);
  const tills = data?.items ?? [];
  const filters = useMemo(() => filtersOf(search), [search]);
  const shown = narrowed(tills, filters);
  const opened = tills.find(({ id }) => id === search.get("open")) ?? null;
  const setPart = (name: string, value: string | null) => changeSearch((now) => withPart(now, name, value));
  const open = (id: string | null) => setPart("open", id);
  const panel = { label: t("tills.panel"), onClose: () => open(null) };
  const record = opened && <TillRecord key={opened.id} till={opened} onEdit={() => setEdited(opened)} onFresh={setFresh} />;
  const add = (
    <Button leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} onClick={() => setAdding(true)}>
      {t("tills.add")}
    </Button>
  );
  return (
    <div className={`${shared.frame} ${classes.tills}`} data-panel={(wide && opened) || undefined}>
      <section className={shared.list}>
        <div className={shared.head}>
          <div>
            <Title order={1}>{t("tills.title")}</Title>
            <span className={sheet.quiet}>{t("tills.lead")}</span>
          </div>
          {tills.length > 0 && add}
        </div>
        {tills.length > 0 && (
          <>
            <SavedViews list="tills" names={NAMES} />
            <Toolbar filters={filters} setPart={setPart} />
          </>
        )}
        {shown.length > 0 ? (
          <TillsTable tills={shown} opened={opened?.id ?? null} onOpen={open} />
        ) : (
          <div className={shared.states}>
            <ListStates
              loading={isFetching && !data}
              error={error}
              filtered={tills.length > 0}
              retry={() => void refetch()}
              clear={() => changeSearch((now) => withoutParts(now, NAMES))}
              empty={<StateScreen icon={<IconDeviceTablet size={28} stroke={1.5} />} title={t("tills.empty")} text={t("tills.empty.text")} action={add} />}
            />
          </div>
        )}
      </section>
      {wide ? record && <SidePanel {...panel}>{record}</SidePanel> : <DrawerPanel {...panel} opened={opened !== null}>{record}</DrawerPanel>}
      {form && (
        <TillForm
          till={form === "new" ? null : form}
          onClose={close}
          onFresh={(made) => {
            close();
            setFresh(made);
          }}
        />
      )}
      {fresh && <EnrolmentDialog key={fresh.enrolment_code} fresh={fresh} onFresh={setFresh} onClose={() => setFresh(null)} />}
    </div>
  );
}
