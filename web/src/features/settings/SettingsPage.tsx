import { Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAppSelector } from "@/api/hooks";
import { IconDeviceTablet, IconHistory, IconShieldLock, IconUsers } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { Overview } from "./desk/Overview";
import { DESK_READERS } from "./desk/rights";
import classes from "./settings.module.css";

/** The rooms beside the desk, with the roles that may open each (docs/permissions.md). */
const DOORS = [
  { id: "people", icon: IconUsers, roles: ["school_admin"] },
  { id: "tills", icon: IconDeviceTablet, roles: ["school_admin", "pos_supervisor"] },
  { id: "audit", icon: IconHistory, roles: ["school_admin", "auditor"] },
] as const;

/** The doors of the settings that the signed-in person may open. */
export function SettingsPage() {
  const { t } = useTranslation("settings");
  const authority = useAppSelector((state) => state.auth.user?.authority);
  const doors = DOORS.filter((door) => authority?.some((role) => (door.roles as readonly string[]).includes(role)));
  const desk = authority?.some((role) => (DESK_READERS as readonly string[]).includes(role)) ?? false;
  if (doors.length === 0 && !desk) return <StateScreen order={1} icon={<IconShieldLock size={28} stroke={1.5} />} title={t("settings.none.title")} text={t("settings.none.text")} />;
  const list = doors.length > 0 && (
    <ul className={classes.doors}>
      {doors.map(({ id, icon: Icon }) => (
        <li key={id}>
          <Link className={classes.door} to={`/settings/${id}`}>
            <Icon size={28} stroke={1.5} aria-hidden />
            <span className={classes.doorText}>
              <span className={classes.doorName}>{t(`${id}.title`)}</span>
              <span className={classes.quiet}>{t(`${id}.lead`)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
  if (desk) return <Overview>{list}</Overview>;
  return (
    <div className={classes.alone}>
      <Title order={1}>{t("settings.title")}</Title>
      {list}
    </div>
  );
}
