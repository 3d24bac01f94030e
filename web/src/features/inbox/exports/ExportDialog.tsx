import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import "@mantine/core/styles/Radio.layer.css";
import { Alert, Button, Checkbox, Group, Loader, NativeSelect, Radio, Stack, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import type { EnquiryFilters } from "@/api/tags";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { useBilingual } from "@/ui/useBilingual";
import classes from "./exports.module.css";
import { useWish, type FileKind, type Wish } from "./useWish";

const KINDS: readonly FileKind[] = ["xlsx", "csv"];

/** Asks which form's answers and which columns a file is to have, and says what it leaves out. */
export function ExportDialog({ filters, onExport, onClose }: { filters: EnquiryFilters; onExport: (wish: Wish) => void; onClose: () => void }) {
  const { t } = useTranslation("staff");
  const { forms } = useSchool();
  const bilingual = useBilingual();
  const { wish, questions, columns: offered, list, answers, loading, failed, setKind, setForm, setList, setAnswers } = useWish(filters.form, forms.map(({ id }) => id));
  const titles = forms.map(({ id, title }) => ({ value: id, label: bilingual(title) }));
  const own = filters.form && !titles.some(({ value }) => value === filters.form) ? [{ value: filters.form, label: filters.form }] : [];
  const columns = offered.map((name) => ({ name, label: t(`column.${name === "received" ? "age" : name}`) }));
  const left = [...columns.filter(({ name }) => !list.includes(name)), ...questions.filter(({ name }) => !answers.includes(name))];
  const isEmpty = list.length + answers.length === 0;
  const repeats = questions.some(({ name, repeats: group }) => group && answers.includes(name));
  return (
    <ConfirmDialog opened onClose={onClose} title={t("export.title")} confirm={t("export.label")} disabled={isEmpty || loading} onConfirm={() => onExport(wish)} size={640}>
      <NativeSelect
        label={t("export.form")}
        description={t(wish.form ? "export.form.one" : "export.form.none")}
        value={wish.form ?? ""}
        // The list shows one form already: the file has what the list has.
        disabled={filters.form !== undefined}
        data={[...(filters.form ? [] : [{ value: "", label: t("export.form.all") }]), ...own, ...titles]}
        onChange={(event) => setForm(event.currentTarget.value)}
      />
      <Columns label={t("export.columns")} columns={columns} chosen={list} onChoose={setList} />
      {wish.form && loading && <Loader size="sm" />}
      {wish.form && failed && <Alert color="yellow">{t("export.answers.unknown")}</Alert>}
      {questions.length > 0 && <Columns label={t("export.answers")} columns={questions} chosen={answers} onChoose={setAnswers} />}
      <Radio.Group label={t("export.kind")} value={wish.kind} onChange={(kind) => setKind(kind)}>
        <Stack gap={8} mt={8}>
          {KINDS.map((kind) => (
            <Radio key={kind} value={kind} label={t(`export.${kind}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <div role="status">
        {isEmpty && <Text size="sm">{t("export.empty")}</Text>}
        {!isEmpty && left.length > 0 && <Text size="sm">{t("export.left", { columns: left.map(({ label }) => label).join(t("export.comma")) })}</Text>}
        {repeats && <Text size="sm">{t(`export.repeats.${wish.kind}`)}</Text>}
      </div>
    </ConfirmDialog>
  );
}

interface ColumnsProps {
  label: string;
  columns: readonly { name: string; label: string }[];
  chosen: readonly string[];
  onChoose: (chosen: readonly string[]) => void;
}

/** Columns to choose from, each by itself or all at once. */
function Columns({ label, columns, chosen, onChoose }: ColumnsProps) {
  const { t } = useTranslation("staff");
  const names = columns.map(({ name }) => name);
  const toggle = (name: string) => onChoose(chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name]);
  return (
    <fieldset className={classes.columns}>
      <legend>{label}</legend>
      <Group gap="xs">
        <Button size="compact-sm" variant="subtle" onClick={() => onChoose(names)}>
          {t("export.select")}
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={() => onChoose([])}>
          {t("export.clear")}
        </Button>
      </Group>
      <div className={classes.choices}>
        {columns.map((column) => (
          <Checkbox key={column.name} label={column.label} checked={chosen.includes(column.name)} onChange={() => toggle(column.name)} />
        ))}
      </div>
    </fieldset>
  );
}
