import { Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { IconShieldLock } from "@/ui/icons";
import { useVisiblePlaces } from "@/ui/visiblePlaces";
import { StateScreen } from "@/ui/StateScreen";
import { Overview } from "./desk/Overview";
import classes from "./settings.module.css";

/** The doors of the settings that the signed-in person may open. */
export function SettingsPage() {
  const { t } = useTranslation("settings");
  const authority = useAppSelector((state) => state.auth.user?.authority);
  const doors = useVisiblePlaces().flatMap(({ door, ...place }) => (door ? [{ ...place, ...door }] : []));
  const desk = may(authority, "settings.read");
  if (doors.length === 0 && !desk) return <StateScreen order={1} icon={<IconShieldLock size={28} stroke={1.5} />} title={t("settings.none.title")} text={t("settings.none.text")} />;
  const list = doors.length > 0 && (
    <ul className={classes.doors}>
      {doors.map(({ path, icon: Icon, nameKey, leadKey }) => (
        <li key={path}>
          <Link className={classes.door} to={path}>
            <Icon size={28} stroke={1.5} aria-hidden />
            <span className={classes.doorText}>
              <span className={classes.doorName}>{t(nameKey)}</span>
              <span className={classes.quiet}>{t(leadKey)}</span>
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
