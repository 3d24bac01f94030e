import { Button, Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useListTillsQuery } from "@/api/generatedDesk";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { toPointer } from "@/forms/pointer";
import { useListedPages, type ListedPage } from "@/ui/listedPages";
import { Marks } from "../desk/Marks";
import { useSchoolSetting } from "../desk/useDesk";
import { usePlaceWords } from "../publish/words";
import classes from "./roles.module.css";
import { canReach, isFixed, isTillRole, NAMED_ROLES, toggled } from "./routes";

/** Each page with the roles that see it: those that have its right and that its list names. */
export function RoutesTable() {
  const { t } = useTranslation(["settingsRooms", "settings"]);
  const { value } = useSchoolSetting<Record<string, string[] | null>>("/routes");
  const hasTills = useHasTills();
  const listed = useListedPages().filter(({ authority }) => hasTills || authority.length === 0 || !authority.every(isTillRole));
  const roles = NAMED_ROLES.filter((role) => hasTills || !isTillRole(role));
  // What a school's file lists beside the pages that can be given, such as one that everybody sees.
  const strays = Object.keys(value ?? {}).filter((route) => value?.[route] && !listed.some(({ path }) => path === route));
  return (
    <>
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t("routes.page")}</th>
              {roles.map((role) => (
                <th key={role} scope="col" className={classes.role}>
                  <span>{t(`settings:people.role.${role}`)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {listed.map((page) => (
              <RouteRow key={page.path} page={page} roles={roles} />
            ))}
            {strays.map((route) => (
              <StrayRow key={route} route={route} span={roles.length} />
            ))}
          </tbody>
        </table>
      </div>
      <p className={classes.legend}>
        <span className={classes.never} aria-hidden>
          –
        </span>
        {t("routes.never")}
      </p>
    </>
  );
}

/** Whether this school has a till. Who may not see tills is shown the roles of none. */
function useHasTills(): boolean {
  const authority = useAppSelector((state) => state.auth.user?.authority);
  const { data } = useListTillsQuery(undefined, { skip: !may(authority, "till.manage") });
  return (data?.items.length ?? 0) > 0;
}

function RouteRow({ page, roles }: { page: ListedPage; roles: readonly (typeof NAMED_ROLES)[number][] }) {
  const { t } = useTranslation(["settingsRooms", "settings", "common"]);
  const words = usePlaceWords();
  const route = page.path;
  const pointer = toPointer(["routes", route]);
  const setting = useSchoolSetting<string[] | null>(pointer);
  const own = setting.value ?? undefined;
  // A list that names nobody keeps nobody out.
  const isOpen = own === undefined || own.length === 0;
  const reaching = NAMED_ROLES.filter((role) => canReach(page.authority, role));
  const list: readonly string[] = isOpen ? reaching : own;
  const seeing = reaching.filter((role) => list.includes(role));
  const off = setting.readOnly !== null;
  return (
    <tr>
      <th scope="row" className={classes.route}>
        <span>{t(`common:${page.nameKey}`)}</span>
        <span className={classes.path}>
          <bdi dir="ltr">{route}</bdi>
        </span>
        <span className={classes.state}>{isOpen ? t(page.authority.length === 0 ? "routes.everybody" : "routes.standard") : t("routes.own")}</span>
        {own !== undefined && !off && <Back onBack={() => setting.set(undefined, "standard")} />}
        <Marks setting={setting} place={{ file: "school.yaml", pointer }} />
      </th>
      {roles.map((role) => {
        const name = t("routes.sees", { role: t(`settings:people.role.${role}`), page: words.label({ file: "school.yaml", pointer }) });
        if (!canReach(page.authority, role)) {
          return (
            <td key={role} className={classes.cell}>
              <span className={classes.never} title={t("routes.never.one", { role: t(`settings:people.role.${role}`) })}>
                <span aria-hidden>–</span>
                <span className="unseen">{t("routes.never.one", { role: t(`settings:people.role.${role}`) })}</span>
              </span>
            </td>
          );
        }
        const checked = list.includes(role);
        // Without the last one everybody would see it again.
        const isLast = checked && seeing.length === 1;
        return (
          <td key={role} className={classes.cell}>
            <Checkbox
              aria-label={name}
              label={<span className={classes.narrow}>{t(`settings:people.role.${role}`)}</span>}
              checked={checked}
              disabled={off || isLast || isFixed(route, role)}
              onChange={(event) => setting.set(toggled(list, role, event.currentTarget.checked), role)}
            />
          </td>
        );
      })}
    </tr>
  );
}

/** A list for a page that cannot be given: it does nothing, and can be taken away. */
function StrayRow({ route, span }: { route: string; span: number }) {
  const { t } = useTranslation("settingsRooms");
  const pointer = toPointer(["routes", route]);
  const setting = useSchoolSetting<string[] | null>(pointer);
  return (
    <tr>
      <th scope="row" className={classes.route}>
        <bdi dir="ltr">{route}</bdi>
        {setting.readOnly === null && <Back onBack={() => setting.set(undefined, "standard")} />}
        <Marks setting={setting} place={{ file: "school.yaml", pointer }} />
      </th>
      <td colSpan={span} className={classes.stray}>
        {t("routes.stray")}
      </td>
    </tr>
  );
}

function Back({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation("settingsRooms");
  return (
    <Button className={classes.back} size="compact-xs" variant="subtle" onClick={onBack}>
      {t("routes.back")}
    </Button>
  );
}
