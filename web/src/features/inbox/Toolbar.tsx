import { ActionIcon, Button, Menu, Tooltip } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { EnquiryFilters } from "@/api/tags";
import type { EnquiryRow } from "@/api/types";
import { IconArrowsSort, IconBaselineDensityMedium, IconBaselineDensitySmall, IconCheck, IconColumns } from "@/ui/icons";
import { FilterChip } from "@/ui/list/FilterChip";
import { SearchField } from "@/ui/list/SearchField";
import shared from "@/ui/table.module.css";
import { COLUMNS, type useListLook } from "./columns";
import { FilterMenu } from "./FilterMenu";
import { CHIP_NAMES, DEFAULT_SORT, SORTS, type FilterName } from "./filters";
import classes from "./inbox.module.css";
import { useChipText } from "./useChipText";

interface Props {
  rows: readonly EnquiryRow[];
  filters: EnquiryFilters;
  setFilter: (name: FilterName, value: string | null) => void;
  look: ReturnType<typeof useListLook>;
}

/** Search, filters as chips, sorting, density and columns. */
export function Toolbar({ rows, filters, setFilter, look }: Props) {
  const { t } = useTranslation("staff");
  const chipText = useChipText();
  const compact = look.density === "compact";
  return (
    <div className={shared.toolbar} role="search">
      <SearchField label={t("search.label")} hint={t("search.hint")} value={filters.q ?? ""} onChange={(text) => setFilter("q", text)} />
      <FilterMenu rows={rows} filters={filters} setFilter={setFilter} />
      {CHIP_NAMES.map((name) => {
        const value = filters[name];
        return value && <FilterChip key={name} text={chipText(name, value)} onRemove={() => setFilter(name, null)} />;
      })}
      <span className={classes.spacer} />
      <Menu position="bottom-end" shadow="md" checkIcon={<IconCheck size={16} />}>
        <Menu.Target>
          <Button variant="subtle" color="gray" leftSection={<IconArrowsSort size={18} stroke={1.5} />}>
            {t("sort.label")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {SORTS.map((sort) => {
            const chosen = (filters.sort ?? DEFAULT_SORT) === sort;
            return (
              <Menu.RadioItem key={sort} value={sort} checked={chosen} closeMenuOnClick onChange={() => setFilter("sort", sort === DEFAULT_SORT ? null : sort)}>
                {t(`sort.${sort}`)}
              </Menu.RadioItem>
            );
          })}
        </Menu.Dropdown>
      </Menu>
      <Menu position="bottom-end" shadow="md" checkIcon={<IconCheck size={16} />}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={t("columns.label")} title={t("columns.label")}>
            <IconColumns size={20} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {COLUMNS.map((column) => {
            const shown = look.columns.includes(column);
            return (
              <Menu.CheckboxItem key={column} checked={shown} onChange={() => look.toggleColumn(column)}>
                {t(`column.${column}`)}
              </Menu.CheckboxItem>
            );
          })}
        </Menu.Dropdown>
      </Menu>
      <Tooltip label={compact ? t("density.comfortable") : t("density.compact")}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={compact ? t("density.comfortable") : t("density.compact")}
          onClick={() => look.setDensity(compact ? "comfortable" : "compact")}
        >
          {compact ? <IconBaselineDensityMedium size={20} stroke={1.5} /> : <IconBaselineDensitySmall size={20} stroke={1.5} />}
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
