import { NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useDeskAudiences } from "../../desk/useDeskAudiences";
import { useBuilder } from "../useBuilder";

interface Props {
  label: string;
  value: string | undefined;
  onChange: (audience: string | undefined) => void;
}

/** Who of the staff reads what is answered here: everybody who sees the form's submissions, or an audience alone. */
export function AudienceSelect({ label, value, onChange }: Props) {
  const { t } = useTranslation("builder");
  const { readOnly } = useBuilder();
  const audiences = useDeskAudiences();
  const unknown = value && !audiences.some((each) => each.id === value) ? [{ id: value, name: value }] : [];
  const data = [{ value: "", label: t("audience.everybody") }, ...[...audiences, ...unknown].map(({ id, name }) => ({ value: id, label: name }))];
  return <NativeSelect label={label} description={t("audience.for")} value={value ?? ""} disabled={readOnly} data={data} onChange={(event) => onChange(event.currentTarget.value || undefined)} />;
}
