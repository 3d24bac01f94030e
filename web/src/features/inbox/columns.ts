import { useLocalStorage } from "@mantine/hooks";

/** The columns that a person may hide; who it is always shows. */
export const COLUMNS = ["form", "score", "tags", "route", "owner", "state", "age"] as const;
export type Column = (typeof COLUMNS)[number];
export type Density = "comfortable" | "compact";

/** Row heights in px: the list is virtual, so they are fixed. */
export const ROW_HEIGHT: Readonly<Record<Density, number>> = { comfortable: 60, compact: 40 };

const DEFAULT_COLUMNS: Column[] = ["form", "score", "tags", "owner", "state", "age"];

/** How this person likes the list; kept in this browser. */
export function useListLook() {
  const [columns, setColumns] = useLocalStorage<Column[]>({ key: "theme-inbox-columns", defaultValue: DEFAULT_COLUMNS, getInitialValueInEffect: false });
  const [density, setDensity] = useLocalStorage<Density>({ key: "theme-inbox-density", defaultValue: "comfortable", getInitialValueInEffect: false });
  return {
    columns: COLUMNS.filter((column) => columns.includes(column)),
    toggleColumn: (column: Column) => setColumns(columns.includes(column) ? columns.filter((each) => each !== column) : [...columns, column]),
    density,
    setDensity,
  };
}
