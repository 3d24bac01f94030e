import { ActionIcon, Button, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useState, type FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useSchool } from "@/api/school";
import { Dialog } from "@/ui/Dialog";
import { IconPlus, IconTrash } from "@/ui/icons";
import { toast } from "../desk/toast";
import { useDeskHandle } from "../desk/useDesk";
import { COLUMN_KINDS, columnsFit, fileOf, newTable, TABLE_NAME, type ColumnKind, type NewColumn } from "./tables";
import classes from "./tables.module.css";
import * as to from "../paths";

const MOST_COLUMNS = 20;

/** Begins a table: its name, and what a rule in it says. */
export function NewTableDialog({ taken, onClose }: { taken: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation(["settingsPlugins", "common"]);
  const desk = useDeskHandle();
  const navigate = useNavigate();
  const { today } = useSchool();
  const [name, setName] = useState("");
  const [purpose, setPurpose] = useState("");
  const [key, setKey] = useState("");
  const [columns, setColumns] = useState<NewColumn[]>([{ name: "", kind: "number" }]);
  const [tried, setTried] = useState(false);
  const nameFault = !TABLE_NAME.test(name) ? t("newTable.name.bad") : taken.includes(name) ? t("newTable.name.taken") : undefined;
  const keyFault = key.trim() === "" ? t("table.problem.required") : undefined;
  const columnFault = columnsFit(columns) ? undefined : t("newTable.column.bad");
  const change = (index: number, part: Partial<NewColumn>) => setColumns(columns.map((column, at) => (at === index ? { ...column, ...part } : column)));
  const make = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (nameFault || keyFault || columnFault) return;
    desk.edit([{ file: fileOf(name), pointer: "", value: newTable({ purpose, key, columns, today }) }], `table ${Date.now()}`);
    toast({ text: t("newTable.made", { name: `\u2068${name}\u2069` }) });
    void navigate(to.table(name));
  };
  return (
    <Dialog opened onClose={onClose} title={t("newTable.title")} size={640}>
      <form noValidate onSubmit={make}>
        <Stack gap="md">
          <Text>{t("newTable.text")}</Text>
          <TextInput
            data-autofocus
            dir="ltr"
            spellCheck={false}
            maxLength={40}
            label={t("newTable.name")}
            description={t("newTable.name.help")}
            value={name}
            error={tried ? nameFault : undefined}
            onChange={(event) => setName(event.currentTarget.value.trim().toLowerCase())}
          />
          <TextInput label={t("newTable.for")} maxLength={200} value={purpose} onChange={(event) => setPurpose(event.currentTarget.value)} />
          <TextInput label={t("newTable.key")} description={t("newTable.key.help")} maxLength={200} value={key} error={tried ? keyFault : undefined} onChange={(event) => setKey(event.currentTarget.value)} />
          <fieldset className={classes.columns}>
            <legend>{t("newTable.columns")}</legend>
            <Text size="xs" c="dimmed">
              {t("newTable.columns.help")}
            </Text>
            {columns.map((column, index) => (
              <div key={index} className={classes.column}>
                <TextInput label={t("newTable.column", { n: index + 1 })} maxLength={60} value={column.name} error={tried && columnFault !== undefined} onChange={(event) => change(index, { name: event.currentTarget.value })} />
                <NativeSelect
                  label={t("newTable.kind", { n: index + 1 })}
                  value={column.kind}
                  data={COLUMN_KINDS.map((kind) => ({ value: kind, label: t(`newTable.kind.${kind}`) }))}
                  onChange={(event) => change(index, { kind: event.currentTarget.value as ColumnKind })}
                />
                <ActionIcon variant="subtle" color="gray" size={36} disabled={columns.length === 1} aria-label={t("newTable.column.remove", { n: index + 1 })} onClick={() => setColumns(columns.filter((_, at) => at !== index))}>
                  <IconTrash size={18} stroke={1.5} />
                </ActionIcon>
              </div>
            ))}
            {tried && columnFault && (
              <Text size="xs" c="var(--mantine-color-error)" role="alert">
                {columnFault}
              </Text>
            )}
            <div>
              <Button size="sm" variant="default" disabled={columns.length >= MOST_COLUMNS} leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />} onClick={() => setColumns([...columns, { name: "", kind: "number" }])}>
                {t("newTable.column.add")}
              </Button>
            </div>
          </fieldset>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t("common:action.cancel")}
            </Button>
            <Button type="submit">{t("newTable.make")}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
