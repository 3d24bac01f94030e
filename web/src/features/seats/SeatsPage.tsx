import { Button, Skeleton, Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { failureOf } from "@/api/envelope";
import { useListSeatsQuery, type RoundSeats } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { knowsDecisions, may } from "@/api/may";
import * as toSettings from "@/features/settings/paths";
import { IconAlertTriangle, IconRefresh, IconTicket } from "@/ui/icons";
import sheet from "@/ui/page.module.css";
import { StateScreen } from "@/ui/StateScreen";
import { useDelayed } from "@/ui/useDelayed";
import { useMessage } from "@/ui/useMessage";
import { RoundTable } from "./RoundTable";
import { Waitlist } from "./Waitlist";

/** Places by round and grade: on roll, booked, accepted, offered, available, waiting. Its address may name a waiting list. */
export function SeatsPage() {
  const { t } = useTranslation("applications");
  const knows = useAppSelector((state) => knowsDecisions(state.auth.user?.authority));
  const [asked] = useSearchParams();
  const [round, bucket] = [asked.get("round"), asked.get("waitlist")];
  if (round && bucket) return <Waitlist key={`${round} ${bucket}`} round={round} bucket={bucket} />;
  return (
    <div className={sheet.page}>
      <div>
        <Title order={1}>{t("seats.title")}</Title>
        <span className={sheet.quiet}>{t(knows ? "seats.lead.knows" : "seats.lead")}</span>
      </div>
      <Rounds />
    </div>
  );
}

function Rounds() {
  const { t } = useTranslation("applications");
  const message = useMessage();
  const { data, error, refetch } = useListSeatsQuery({}, { refetchOnMountOrArgChange: true });
  const edits = useAppSelector((state) => may(state.auth.user?.authority, "settings.edit"));
  const due = useDelayed(!data && !error);
  if (!data && error) {
    return (
      <StateScreen
        role="alert"
        icon={<IconAlertTriangle size={28} stroke={1.5} />}
        title={t("seats.failed")}
        text={message(failureOf(error).messageId)}
        action={
          <Button leftSection={<IconRefresh size={18} stroke={1.5} aria-hidden />} onClick={() => void refetch()}>
            {t("retry")}
          </Button>
        }
      />
    );
  }
  if (!data) {
    return (
      <div role="status" aria-label={t("seats.loading")}>
        {due && <Skeleton height={420} radius="md" />}
      </div>
    );
  }
  if (data.rounds.length === 0) {
    return (
      <StateScreen
        icon={<IconTicket size={28} stroke={1.5} />}
        title={t("seats.empty.title")}
        text={t("seats.empty.text")}
        action={
          edits && (
            <Button component={Link} to={toSettings.room("rounds")} variant="default">
              {t("seats.set")}
            </Button>
          )
        }
      />
    );
  }
  return data.rounds.map((round) => (round.is_cut ? <Later key={round.id} round={round} edits={edits} /> : <RoundTable key={round.id} round={round} edits={edits} />));
}

/** A round whose places are not told with those of the others, as there are too many. */
function Later({ round, edits }: { round: RoundSeats; edits: boolean }) {
  const { t } = useTranslation("applications");
  const { data } = useListSeatsQuery({ round: round.id });
  const whole = data?.rounds[0];
  return whole ? <RoundTable round={whole} edits={edits} /> : <div role="status" aria-label={t("seats.loading")} />;
}
