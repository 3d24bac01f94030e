import { Button, Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { toPointer } from "@/forms/pointer";
import { useListedPages } from "@/ui/listedPages";
import { Marks } from "../desk/Marks";
import { useSchoolSetting } from "../desk/useDesk";
import { usePlaceWords } from "../publish/words";
import classes from "./roles.module.css";
import { isFixed, NAMED_ROLES, toggled } from "./routes";

/** Each page with the roles that see it; a page without a list of its own keeps the standard's. */
export function RoutesTable() {
  const { t } = useTranslation(["settingsRooms", "settings", "settingsDesk", "common"]);
  const { value } = useSchoolSetting<Record<string, string[]>>("/routes");
  const listed = useListedPages();
  const routes = [...new Set([...listed.map(({ path }) => path), ...Object.keys(value ?? {})])];
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t("routes.page")}</th>
            {NAMED_ROLES.map((role) => (
              <th key={role} scope="col" className={classes.role}>
                <span>{t(`settings:people.role.${role}`)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {routes.map((route) => (
            <RouteRow key={route} route={route} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RouteRow({ route }: { route: string }) {
  const { t } = useTranslation(["settingsRooms", "settings", "settingsDesk", "common"]);
  const words = usePlaceWords();
  const pointer = toPointer(["routes", route]);
  const setting = useSchoolSetting<string[]>(pointer);
  const known = useListedPages().find(({ path }) => path === route);
  const standard = known?.authority ?? [];
  const own = setting.value;
  const list: readonly string[] = own ?? standard;
  const everybody = list.length === 0;
  const off = setting.readOnly !== null;
  const set = (role: string, on: boolean) => setting.set(toggled(everybody ? [] : list, role, on), role);
  return (
    <tr>
      <th scope="row" className={classes.route}>
        <span>{known ? t(`common:${known.nameKey}`) : <bdi dir="ltr">{route}</bdi>}</span>
        <span className={classes.path}>
          <bdi dir="ltr">{route}</bdi>
        </span>
        <span className={classes.state}>{everybody ? t("routes.everybody") : own ? t("routes.own") : t("routes.standard")}</span>
        {own !== undefined && !off && (
          <Button className={classes.back} size="compact-xs" variant="subtle" onClick={() => setting.set(undefined, "standard")}>
            {t("routes.back")}
          </Button>
        )}
        <Marks setting={setting} place={{ file: "school.yaml", pointer }} />
      </th>
      {NAMED_ROLES.map((role) => (
        <td key={role} className={classes.cell}>
          <Checkbox
            aria-label={t("routes.sees", { role: t(`settings:people.role.${role}`), page: words.label({ file: "school.yaml", pointer }) })}
            label={<span className={classes.narrow}>{t(`settings:people.role.${role}`)}</span>}
            checked={everybody || list.includes(role)}
            disabled={off || isFixed(route, role)}
            onChange={(event) => (everybody ? setting.set(NAMED_ROLES.filter((each) => each !== role), role) : set(role, event.currentTarget.checked))}
          />
        </td>
      ))}
    </tr>
  );
}
