import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormat } from "@/ui/useFormat";
import settings from "../settings.module.css";
import { SetupBanner } from "../setup/SetupBanner";
import { ConflictDialog } from "./ConflictDialog";
import classes from "./desk.module.css";
import { DeskBar } from "./DeskBar";
import { Ready } from "./Ready";
import { LeaveGuard } from "./LeaveGuard";
import { RoomHead } from "./RoomHead";
import { SECTIONS } from "./rooms";
import { sectionOf, sectionPath, Sections } from "./sections";
import { Toaster } from "./Toaster";
import { useDesk } from "./useDesk";
import { useRoomStates } from "./useRoomStates";

/** The desk from above: what is live since when, and each room with how it stands. Its doors are the way to the rooms. */
export function Overview({ children }: { children: ReactNode }) {
  const { t } = useTranslation("settingsDesk");
  const format = useFormat();
  const { edits, problems, published } = useDesk();
  const states = useRoomStates(SECTIONS);
  return (
    <Sections value={SECTIONS}>
      <div className={classes.desk}>
        <div className={classes.top}>
          <DeskBar />
        </div>
        <div className={classes.editor}>
          <Ready>
            <RoomHead
              title={t("overview.title")}
              lead={
                published?.by
                  ? t("overview.live", { when: format.instant(published.at), who: published.by.name })
                  : published
                    ? t("overview.liveFiles", { when: format.instant(published.at) })
                    : t("overview.first")
              }
            />
            <SetupBanner />
            <ul className={settings.doors}>
              {SECTIONS.map(({ id, icon: Icon }) => {
                const changes = edits.filter((edit) => sectionOf(SECTIONS, edit) === id).length;
                const wrong = problems.filter((problem) => problem.severity === "error" && sectionOf(SECTIONS, problem) === id).length;
                return (
                  <li key={id}>
                    <Link className={settings.door} to={sectionPath(id)}>
                      <Icon size={28} stroke={1.5} aria-hidden />
                      <span className={settings.doorText}>
                        <span className={settings.doorName}>{t(`section.${id}`)}</span>
                        <span className={settings.quiet}>{t(`section.${id}.lead`)}</span>
                        {states[id] && <span className={settings.doorState}>{states[id]}</span>}
                        {(changes > 0 || wrong > 0) && (
                          <span className={settings.doorMarks}>
                            {changes > 0 && <span data-kind="changes">{t("bar.changes", { count: changes })}</span>}
                            {wrong > 0 && <span data-kind="errors">{t("bar.problems", { count: wrong })}</span>}
                          </span>
                        )}
                      </span>
                    </Link>
                  </li>
                );
              })}
            </ul>
            {children && (
              <>
                <Title order={2}>{t("overview.others")}</Title>
                {children}
              </>
            )}
          </Ready>
        </div>
      </div>
      <ConflictDialog />
      <LeaveGuard />
      <Toaster />
    </Sections>
  );
}
