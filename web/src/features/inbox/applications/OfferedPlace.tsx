import { Alert } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ApplicationStanding } from "@/api/applications";
import { useListSeatsQuery } from "@/api/generated";
import type { Bilingual } from "@/api/types";
import { isIsoDate, resolveDate } from "@/forms/dates";
import { IconAlertCircle } from "@/ui/icons";
import { MarkedText } from "@/ui/MarkedText";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import classes from "./applications.module.css";
import { isOther, UNGRADED } from "./ways";

const apart = (name: string) => `\u2068${name}\u2069`;

interface Props {
  application: ApplicationStanding;
  bucket: string;
  applied: Bilingual | null | undefined;
  /** The day on which it goes out; null where nobody knows that yet. */
  from: string | null;
}

/** Until when an offer would be open, and that it is of another grade than the family applied for. */
export function OfferedPlace({ application, bucket, applied, from }: Props) {
  const { t } = useTranslation("applications");
  const bilingual = useBilingual();
  const format = useFormat();
  const { data } = useListSeatsQuery({ round: application.round });
  const known = data?.rounds.find(({ id }) => id === application.round)?.buckets.find((one) => one.bucket === bucket)?.name;
  const name = known ?? (bucket === application.bucket ? application.bucket_name : null);
  const until = from && isIsoDate(from) ? resolveDate(`@today+${application.offer_days}d`, from) : null;
  return (
    <>
      {until && (
        <p className={classes.line}>
          <MarkedText text={t("effect.offer.until", { date: format.date(until) })} />
        </p>
      )}
      {name && applied && bucket !== UNGRADED && isOther(name, applied) && (
        <Alert role="status" color="amber" icon={<IconAlertCircle stroke={1.5} />}>
          {t("effect.offer.other", { applied: apart(bilingual(applied)), grade: apart(bilingual(name)) })}
        </Alert>
      )}
    </>
  );
}
