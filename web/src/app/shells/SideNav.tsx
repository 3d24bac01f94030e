import { ScrollArea, Tooltip, UnstyledButton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import { formPath } from "@/api/formPaths";
import { useAppSelector } from "@/api/hooks";
import { useSchool } from "@/api/school";
import { IconClipboardList, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@/ui/icons";
import { SchoolMark } from "@/ui/SchoolMark";
import { useBilingual } from "@/ui/useBilingual";
import { hasAuthority } from "../guards";
import { places } from "../places";
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
  const authority = useAppSelector((state) => state.auth.user?.authority ?? NOBODY);
  const allowed = places.filter((place) => hasAuthority(authority, school.routes[place.path] ?? place.authority));

  return (
    <nav className={classes.nav} aria-label={t("nav.label")} data-collapsed={collapsed || undefined}>
      <div className={classes.mark}>
        <SchoolMark at="header" nameHidden={collapsed} />
      </div>
      <ScrollArea className={classes.scroll} scrollbarSize={6}>
        <ul className={classes.list}>
          {allowed.map((place) => (
            <Item key={place.path} to={place.path} label={t(place.labelKey)} icon={<place.icon size={20} stroke={1.5} />} collapsed={collapsed} onNavigate={onNavigate} />
          ))}
        </ul>
        {school.forms.length > 0 && (
          <>
            {!collapsed && <p className={classes.group}>{t("nav.forms")}</p>}
            <ul className={classes.list}>
              {school.forms.map((form) => (
                <Item key={form.id} to={formPath(form.id)} label={bilingual(form.title)} icon={<IconClipboardList size={20} stroke={1.5} />} collapsed={collapsed} onNavigate={onNavigate} />
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

const NOBODY: readonly string[] = [];

interface ItemProps {
  to: string;
  label: string;
  icon: React.ReactNode;
  collapsed: boolean;
  onNavigate?: () => void;
}

function Item({ to, label, icon, collapsed, onNavigate }: ItemProps) {
  return (
    <li>
      <Tooltip label={label} position="right" disabled={!collapsed}>
        <NavLink to={to} className={classes.item} onClick={onNavigate} aria-label={collapsed ? label : undefined}>
          {icon}
          {!collapsed && <span className={classes.label}>{label}</span>}
        </NavLink>
      </Tooltip>
    </li>
  );
}
