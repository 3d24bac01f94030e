import { Alert, Button, Skeleton, Switch, TextInput } from "@mantine/core";
import "@mantine/core/styles/Switch.layer.css";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { toPointer } from "@/forms/pointer";
import { BackLink } from "@/ui/BackLink";
import { IconAlertTriangle, IconClipboardList, IconPlus, IconSearch } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { Marks } from "../desk/Marks";
import marks from "../desk/marks.module.css";
import { Card, RoomHead } from "../desk/RoomHead";
import { toast } from "../desk/toast";
import { useDesk, useSetting } from "../desk/useDesk";
import { useListComponentsQuery } from "../desk/wordsApi";
import { CompareSamples } from "../plugins/CompareSamples";
import { useDiagnosticText } from "../publish/useDiagnosticText";
import { blank, columnsOf, holds, isTable, problemsOf, type Column, type TableRow } from "./model";
import { DeleteTable } from "./DeleteTable";
import { Sheet } from "./Sheet";
import { fileOf } from "./tables";
import classes from "./tables.module.css";
import { useTableName } from "./useTableName";
import * as to from "../paths";

/** A table of dated rules: its rows as a sheet, and what they change for the samples of the forms that read it. */
export function TablePage({ name }: { name: string }) {
  const { t } = useTranslation(["settingsPlugins", "settingsDesk"]);
  const { today } = useSchool();
  const desk = useDesk();
  const diagnosticText = useDiagnosticText();
  const called = useTableName()(name);
  const file = fileOf(name);
  const whole = useSetting<unknown>(file, "");
  const setting = useSetting<TableRow[]>(file, "/rows");
  const components = useListComponentsQuery();
  const [search, setSearch] = useState("");
  const [withOver, setWithOver] = useState(false);
  const table = isTable(whole.value);
  const rows = useMemo(() => (table ? (setting.value ?? []) : []), [table, setting.value]);
  // What is live keeps its columns in sight when the last row that has them goes.
  const live = useMemo(() => (isTable(whole.published) ? whole.published.rows : []), [whole.published]);
  const columns = useMemo(() => columnsOf([...rows, ...live]), [rows, live]);
  const states = useMemo(() => holds(rows, today), [rows, today]);
  const wrong = useMemo(() => problemsOf(rows).filter((each) => Object.keys(each).length > 0).length, [rows]);
  const off = setting.readOnly !== null;
  const readers = (components.data?.items ?? []).filter(({ grants }) => grants.tables.includes(name));
  const forms = [...new Set(readers.flatMap((each) => each.forms))];
  const past = states.filter((state) => state === "over").length;
  const shown = (row: number) =>
    (rows[row]?.key.toLowerCase().includes(search.trim().toLowerCase()) ?? false) && (withOver || past === rows.length || states[row] !== "over");
  const problemAt = (row: number, column: Column) => {
    const at = toPointer(column.id === "value" ? ["rows", row, "value", ...(column.part === null ? [] : [column.part])] : ["rows", row, column.id]);
    const found = setting.problems.find(({ pointer }) => pointer === at || (column.id === "key" && pointer === toPointer(["rows", row])));
    return found && diagnosticText(found);
  };
  const change = (next: TableRow[], step: string) => setting.set(next, step);
  const add = () => {
    setSearch("");
    change([...rows, blank([...rows, ...live], today)], `add ${Date.now()}`);
  };
  const back = <BackLink to={to.room("plugins")}>{t("table.back")}</BackLink>;
  if (whole.isLoading) return <Skeleton height={320} radius="md" role="progressbar" aria-label={t("settingsDesk:loading")} />;
  if (!table) {
    return (
      <>
        {back}
        <StateScreen role="alert" order={1} icon={<IconAlertTriangle size={28} stroke={1.5} />} title={t("table.broken")} text={t("table.broken.text")} />
      </>
    );
  }
  return (
    <>
      {back}
      <RoomHead title={t("table.title", { name: `\u2068${called}\u2069` })} lead={readers.length > 0 ? t("table.lead", { names: readers.map((each) => each.name).join(t("settingsDesk:comma")) }) : t("table.unread")}>
        <DeleteTable name={name} off={whole.readOnly !== null} readers={readers} />
      </RoomHead>
      <Card
        title={t("table.rows", { count: rows.length })}
        help={t("table.help")}
        aside={
          <Button variant="default" size="sm" disabled={off || rows.length >= 5000} leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} onClick={add}>
            {t("table.add")}
          </Button>
        }
      >
        {rows.length === 0 ? (
          <StateScreen order={3} icon={<IconClipboardList size={28} stroke={1.5} />} title={t("table.empty")} text={t("table.empty.text")} />
        ) : (
          <>
            <div className={classes.tools}>
              <TextInput
                className={classes.search}
                type="search"
                aria-label={t("table.search")}
                placeholder={t("table.search")}
                leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
                value={search}
                onChange={(event) => setSearch(event.currentTarget.value)}
              />
              {past > 0 && past < rows.length && <Switch label={t("table.withOver", { count: past })} checked={withOver} onChange={(event) => setWithOver(event.currentTarget.checked)} />}
            </div>
            {wrong > 0 && (
              <Alert color="red" role="status" icon={<IconAlertTriangle stroke={1.5} />}>
                {t("table.wrong", { count: wrong })}
              </Alert>
            )}
            <Sheet
              rows={rows}
              columns={columns}
              today={today}
              label={t("table.title", { name: called })}
              off={off}
              shown={shown}
              problemAt={problemAt}
              onChange={change}
              onRemoved={(row) => toast({ text: t("table.removed", { row: `\u2068${row.key}\u2069` }), action: { label: t("settingsDesk:bar.undo"), run: () => void desk.undo() } })}
            />
          </>
        )}
        <Marks setting={{ ...setting, isChanged: false }} place={{ file, pointer: "/rows" }} withoutProblems invalid={t("table.unfinished")} />
        {setting.isChanged && !off && (
          <p className={marks.changed}>
            <span>{t("table.changed")}</span>
            <Button size="compact-sm" variant="subtle" onClick={() => setting.set(setting.published, "back")}>
              {t("table.live")}
            </Button>
          </p>
        )}
      </Card>
      {forms.length > 0 && <CompareSamples forms={forms} title={t("compare.title.table")} help={t("compare.help.table")} />}
    </>
  );
}
