import { ScrollArea, Tooltip, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { NavLink, useLocation } from "react-router";
import { useSchool } from "@/api/school";
import { IconClipboardList, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@/ui/icons";
import { SchoolMark } from "@/ui/SchoolMark";
import { useVisiblePlaces } from "@/ui/visiblePlaces";
import type { Place } from "@/ui/room";
import { useBilingual } from "@/ui/useBilingual";
import { usePlaceLabel } from "@/ui/usePlaceLabel";
import classes from "./SideNav.module.css";

interface Props {
  collapsed: boolean;
  /** Absent in the phone's drawer, which has nothing to collapse. */
  onCollapse?: () => void;
  onNavigate?: () => void;
}

/** The staff's places, then the school's forms as families see them. */
export function SideNav({ collapsed, onCollapse, onNavigate }: Props) {
  const { t } = useTranslation();
  const school = useSchool();
  const bilingual = useBilingual();
  const label = usePlaceLabel();
  const allowed = useVisiblePlaces();
  const { pathname } = useLocation();
  // Of two places of which one lies in the other, the inner one is where somebody is.
  const inner = (path: string) => allowed.some((place) => place.path.startsWith(`${path}/`) && pathname.startsWith(place.path));
  const items = (group: Place["group"]) =>
    allowed
      .filter((place) => place.group === group)
      .map((place) => (
        <Item key={place.labelKey} to={place.path} end={inner(place.path)} label={label(place.labelKey)} icon={<place.icon size={20} stroke={1.5} />} collapsed={collapsed} onNavigate={onNavigate} />
      ));
  const settings = items("settings");

  return (
    <nav className={classes.nav} aria-label={t("nav.label")} data-collapsed={collapsed || undefined}>
      <div className={classes.mark}>
        <SchoolMark at="header" nameHidden={collapsed} />
      </div>
      <ScrollArea className={classes.scroll} scrollbarSize={6}>
        <ul className={classes.list}>{items("work")}</ul>
        {settings.length > 0 && (
          <>
            <GroupName collapsed={collapsed}>{t("nav.settings")}</GroupName>
            <ul className={classes.list}>{settings}</ul>
          </>
        )}
        {school.forms.length > 0 && (
          <>
            <GroupName collapsed={collapsed}>{t("nav.forms")}</GroupName>
            <ul className={classes.list}>
              {school.forms.map((form) => (
                <Item key={form.id} to={form.path} label={bilingual(form.title)} icon={<IconClipboardList size={20} stroke={1.5} />} collapsed={collapsed} onNavigate={onNavigate} />
              ))}
            </ul>
          </>
        )}
      </ScrollArea>
      {onCollapse && (
        <UnstyledButton className={classes.collapse} onClick={onCollapse} aria-expanded={!collapsed} aria-label={collapsed ? t("nav.expand") : t("nav.collapse")}>
          {collapsed ? <IconLayoutSidebarLeftExpand className="mirror" size={20} stroke={1.5} /> : <IconLayoutSidebarLeftCollapse className="mirror" size={20} stroke={1.5} />}
          {!collapsed && <span>{t("nav.collapse")}</span>}
        </UnstyledButton>
      )}
    </nav>
  );
}

/** Narrow, a group is only set apart by a line. */
function GroupName({ collapsed, children }: { collapsed: boolean; children: string }) {
  return collapsed ? <hr className={classes.line} /> : <p className={classes.group}>{children}</p>;
}

interface ItemProps {
  to: string;
  /** Only exactly here, not below. */
  end?: boolean;
  label: string;
  icon: React.ReactNode;
  collapsed: boolean;
  onNavigate?: () => void;
}

function Item({ to, end = false, label, icon, collapsed, onNavigate }: ItemProps) {
  return (
    <li>
      <Tooltip label={label} position="right" disabled={!collapsed}>
        <NavLink to={to} end={end} className={classes.item} onClick={onNavigate} aria-label={collapsed ? label : undefined}>
          {icon}
          {!collapsed && <span className={classes.label}>{label}</span>}
        </NavLink>
      </Tooltip>
    </li>
  );
}
