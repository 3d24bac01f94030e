import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { IconTrash } from "@/ui/icons";
import { toast } from "../desk/toast";
import { useDeskHandle } from "../desk/useDesk";
import type { PluginEntry } from "../desk/wordsApi";
import { usePlaceWords } from "../publish/words";
import { fileOf } from "./tables";
import { useTableName } from "./useTableName";
import * as to from "../paths";

interface Props {
  name: string;
  off: boolean;
  /** The components that may read it. */
  readers: readonly PluginEntry[];
}

/** Takes a table away, after saying who would miss it. */
export function DeleteTable({ name, off, readers }: Props) {
  const { t } = useTranslation(["settingsPlugins", "settingsDesk"]);
  const desk = useDeskHandle();
  const navigate = useNavigate();
  const words = usePlaceWords();
  const called = `\u2068${useTableName()(name)}\u2069`;
  const [asking, setAsking] = useState(false);
  const listed = (names: readonly string[]) => names.map((each) => `\u2068${each}\u2069`).join(t("settingsDesk:comma"));
  const forms = [...new Set(readers.flatMap((each) => each.forms))];
  const remove = () => {
    desk.edit([{ file: fileOf(name), pointer: "", value: undefined }], `table ${Date.now()}`);
    toast({ text: t("table.deleted", { name: called }), action: { label: t("settingsDesk:bar.undo"), run: () => void desk.undo() } });
    void navigate(to.room("plugins"));
  };
  return (
    <>
      <Button variant="default" size="sm" disabled={off} leftSection={<IconTrash size={18} stroke={1.5} aria-hidden />} onClick={() => setAsking(true)}>
        {t("table.delete")}
      </Button>
      <ConfirmDialog
        opened={asking}
        danger
        onClose={() => setAsking(false)}
        title={t("table.delete.title", { name: called })}
        text={
          readers.length > 0
            ? [t("table.delete.used", { names: listed(readers.map((each) => each.name)) }), forms.length > 0 && t("table.delete.forms", { forms: listed(forms.map(words.form)) })].filter(Boolean).join(" ")
            : t("table.delete.unused")
        }
        confirm={t("table.delete")}
        onConfirm={remove}
      />
    </>
  );
}
