import { MultiSelect, TagsInput } from "@mantine/core";
import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/Pill.layer.css";
import "@mantine/core/styles/PillsInput.layer.css";
import { useTranslation } from "react-i18next";
import { useAdmissionForm } from "@/api/admissionForm";

interface Props {
  className: string | undefined;
  value: readonly string[];
  /** Codes that other rows have. */
  used: readonly string[];
  readOnly: boolean;
  onChange: (value: string[]) => void;
}

const MOST = 60;

/** The grades that a row of dates is for: chosen by the names that families know them by, where the school's form has them; else by their codes. */
export function GradesInput({ className, value, used, readOnly, onChange }: Props) {
  const { t } = useTranslation("settingsRooms");
  const { grades } = useAdmissionForm();
  const shared = {
    className,
    label: t("dates.grades"),
    placeholder: value.length === 0 ? t("dates.grades.all") : undefined,
    value: [...value],
    readOnly,
  };
  if (grades.length === 0) {
    return <TagsInput {...shared} maxTags={MOST} data={[...used]} onChange={(next) => onChange(next.map((grade) => grade.trim()).filter(Boolean))} />;
  }
  // What the form does not offer any more stays to be seen and taken away.
  const others = [...new Set([...used, ...value])].filter((code) => !grades.some((grade) => grade.value === code));
  return <MultiSelect {...shared} searchable maxValues={MOST} data={[...grades, ...others.map((code) => ({ value: code, label: code }))]} onChange={onChange} />;
}
