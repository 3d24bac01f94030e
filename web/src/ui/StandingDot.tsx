import { useTranslation } from "react-i18next";
import { statusOf, type Standing, type Status } from "@/api/standing";
import { StatusDot, type Tone } from "./record/StatusDot";
import classes from "./StandingDot.module.css";
import { useStatusName } from "./useStatusName";

const TONES: Readonly<Record<Status, Tone>> = { W: "fresh", S: "seen", O: "waiting", F: "waiting", A: "good", B: "good", C: "good", R: "over" };

/** A status as the school calls it. */
export function StatusName({ status }: { status: Status }) {
  const name = useStatusName();
  return <StatusDot tone={TONES[status]}>{name(status)}</StatusDot>;
}

/** Where an application stands: its status, and in small letters what refines it. */
export function StandingDot({ standing }: { standing: Standing }) {
  const { t } = useTranslation("applications");
  const name = useStatusName();
  const status = statusOf(standing);
  return (
    <StatusDot tone={TONES[status]}>
      <span>
        {name(status)}
        {standing !== "C" && (
          <>
            {" "}
            <span className={classes.sub}>{t(`sub.${standing}`)}</span>
          </>
        )}
      </span>
    </StatusDot>
  );
}
