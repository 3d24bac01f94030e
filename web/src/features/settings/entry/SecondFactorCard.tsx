import { Alert, Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { STAFF_ROLES, TILL_ROLES, type Role } from "@/api/roles";
import { IconAlertTriangle } from "@/ui/icons";
import { Marks } from "../desk/Marks";
import { Card } from "../desk/RoomHead";
import { useSchoolSetting } from "../desk/useDesk";
import classes from "./entry.module.css";

const PLACE = { file: "school.yaml", pointer: "/second_factor/roles" } as const;
/** Who has to where the school says nothing. */
const USUAL: readonly Role[] = ["school_admin"];
/** Who works at a till signs in there with a code and a PIN. */
const ROLES = STAFF_ROLES.filter((role) => !(TILL_ROLES as readonly Role[]).includes(role));

/** Which colleagues show a code of their telephone beside the password. */
export function SecondFactorCard() {
  const { t } = useTranslation(["settingsRooms", "settings"]);
  const setting = useSchoolSetting<Role[]>(PLACE.pointer);
  const asked: readonly string[] = setting.value ?? USUAL;
  const off = setting.readOnly !== null;
  const toggle = (role: Role, on: boolean) => setting.set(ROLES.filter((each) => (each === role ? on : asked.includes(each))), role);
  return (
    <Card title={t("secondFactor.title")} help={t("secondFactor.help")}>
      <div className={classes.roles}>
        {ROLES.map((role) => (
          <Checkbox key={role} label={t(`settings:people.role.${role}`)} checked={asked.includes(role)} disabled={off} onChange={(event) => toggle(role, event.currentTarget.checked)} />
        ))}
      </div>
      {!asked.includes("school_admin") && (
        <Alert role="status" color="amber" mt={12} icon={<IconAlertTriangle stroke={1.5} />}>
          {t("secondFactor.noAdmin")}
        </Alert>
      )}
      <Marks setting={setting} place={PLACE} />
    </Card>
  );
}
