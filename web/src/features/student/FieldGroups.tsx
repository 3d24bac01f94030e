import { Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { FileField } from "@/api/student";
import { Fact, Facts } from "@/ui/record/Facts";
import record from "@/ui/record/record.module.css";
import { useBilingual } from "@/ui/useBilingual";
import { FieldValue } from "./FieldValue";
import classes from "./student.module.css";

interface FieldGroup {
  title?: string;
  fields: readonly FileField[];
}

/** Answers under their questions, each group under its heading where there are several. */
export function FieldGroups({ groups }: { groups: readonly (FieldGroup | null | undefined)[] }) {
  const { t } = useTranslation("student");
  const bilingual = useBilingual();
  const told = groups.flatMap((group) => (group && group.fields.length > 0 ? [group] : []));
  if (told.length === 0) return <p className={record.quiet}>{t("fields.none")}</p>;
  return told.map(({ title, fields }, at) => (
    <section key={title ?? at} className={classes.group}>
      {title && told.length > 1 && (
        <Title order={2} fz="h3">
          {title}
        </Title>
      )}
      <Facts>
        {fields.map((field) => (
          <Fact key={field.field} name={bilingual(field.label) || field.field} wide={Array.isArray(field.value)}>
            <FieldValue field={field} />
          </Fact>
        ))}
      </Facts>
    </section>
  ));
}
