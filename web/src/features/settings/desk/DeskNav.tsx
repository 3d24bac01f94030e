import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, NavLink } from "react-router";
import { IconSettings } from "@/ui/icons";
import tab from "@/ui/tab.module.css";
import classes from "./desk.module.css";
import { sectionOf, sectionPath, useSections, type SectionId } from "./sections";
import { useDesk } from "./useDesk";
import * as to from "../paths";

/** In a room: the way back to the overview and to the other rooms, with a mark where something is not published yet. */
export function DeskNav({ current }: { current: SectionId }) {
  const { t } = useTranslation("settingsDesk");
  const { edits } = useDesk();
  const sections = useSections();
  const list = useRef<HTMLUListElement>(null);
  const counts = new Map<SectionId, number>();
  for (const edit of edits) {
    const section = sectionOf(sections, edit);
    if (section) counts.set(section, (counts.get(section) ?? 0) + 1);
  }
  // On a phone the row is longer than the screen: the room that is open has to be in it.
  useEffect(() => {
    list.current?.querySelector(`[href="${sectionPath(current)}"]`)?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [current]);
  return (
    <nav className={classes.nav} aria-label={t("nav.label")}>
      <ul ref={list} className={classes.rooms}>
        <li>
          <Link className={`${tab.tab} ${classes.room}`} to={to.desk()}>
            <IconSettings size={18} stroke={1.5} aria-hidden />
            {t("nav.overview")}
          </Link>
        </li>
        {sections.map(({ id, icon: Icon }) => {
          const count = counts.get(id) ?? 0;
          return (
            <li key={id}>
              <NavLink className={`${tab.tab} ${classes.room}`} to={sectionPath(id)}>
                <Icon size={18} stroke={1.5} aria-hidden />
                {t(`section.${id}`)}
                {count > 0 && (
                  <span className={classes.dot} title={t("bar.changes", { count })}>
                    <span className="unseen">{t("bar.changes", { count })}</span>
                  </span>
                )}
              </NavLink>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
