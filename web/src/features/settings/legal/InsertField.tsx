import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { FieldButtons, type Insertable } from "../desk/FieldButtons";

/** As many as stand in a line beside each other. */
const BUTTONS = 6;

interface Props {
  label: string;
  fields: readonly Insertable[];
  off: boolean;
  onInsert: (token: string) => void;
}

/** What the server fills in: a few as buttons, many as a list to choose from, each with what it reads like. */
export function InsertField({ label, fields, off, onInsert }: Props) {
  const { t } = useTranslation("settingsWords");
  if (fields.length <= BUTTONS) return <FieldButtons label={label} off={off} fields={fields} onInsert={onInsert} />;
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      disabled={off}
      value=""
      data={[{ value: "", label: t("legal.insert.field") }, ...fields.map(({ token, label: name }) => ({ value: token, label: name }))]}
      onChange={(event) => {
        if (event.currentTarget.value) onInsert(event.currentTarget.value);
      }}
    />
  );
}
