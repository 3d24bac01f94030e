import { Checkbox, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Role, STAFF_ROLES } from "@/api/roles";

interface Props {
  /** Those on offer. */
  roles: readonly (typeof STAFF_ROLES)[number][];
  value: readonly Role[];
  onChange: (value: Role[]) => void;
  error?: ReactNode;
  disabled?: boolean;
}

/** The roles to tick, each with what it lets a person do. */
export function RolesField({ roles, value, onChange, error, disabled }: Props) {
  const { t } = useTranslation("settings");
  return (
    <Checkbox.Group label={t("people.roles")} description={t("people.roles.help")} error={error} value={[...value]} onChange={(chosen) => onChange(chosen)}>
      <Stack gap="sm" mt="xs">
        {roles.map((role) => (
          <Checkbox key={role} value={role} disabled={disabled} label={t(`people.role.${role}`)} description={t(`people.may.${role}`)} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
