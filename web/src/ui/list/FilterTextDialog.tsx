import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../ConfirmDialog";

interface Props {
  label: string;
  hint: string;
  value: string;
  onNarrow: (value: string | null) => void;
  onClose: () => void;
}

/** Narrows a list by what is typed; nothing takes the filter off. */
export function FilterTextDialog({ label, hint, value, onNarrow, onClose }: Props) {
  const { t } = useTranslation("list");
  const [typed, setTyped] = useState(value);
  return (
    <ConfirmDialog opened onClose={onClose} title={label} confirm={t("filter.apply")} onConfirm={() => onNarrow(typed.trim() || null)}>
      <TextInput label={hint} dir="auto" maxLength={200} data-autofocus value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
    </ConfirmDialog>
  );
}
