import "@mantine/core/styles/NumberInput.layer.css";
import "@mantine/core/styles/Switch.layer.css";
import { ActionIcon, NativeSelect, NumberInput, Switch, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { IconTrash } from "@/ui/icons";
import { useFormat } from "@/ui/useFormat";
import { PlacesTable } from "./PlacesTable";
import { APPROVALS, isAmount, isYear, OFFER_DAYS, settled, withYear, type Round } from "./rounds";
import classes from "./rounds.module.css";
import { WaitlistFields } from "./WaitlistFields";

interface Props {
  round: Round;
  n: number;
  off: boolean;
  published: readonly Round[];
  others: readonly Round[];
  onChange: (round: Round, step: string) => void;
  onRemove: () => void;
}

/** One round: its year, how offers are made, the places of each grade, and who is next for one. */
export function RoundFields({ round, n, off, published, others, onChange, onRemove }: Props) {
  const { t } = useTranslation(["applications", "waitlist"]);
  const { currency } = useSchool();
  const format = useFormat();
  const fee = round.application_fee?.amount ?? "";
  const number = (value: string | number) => (typeof value === "number" ? value : 0);
  return (
    <>
      <div className={classes.head}>
        <TextInput
          className={classes.year}
          label={t("rounds.year")}
          dir="ltr"
          value={round.year}
          readOnly={off}
          maxLength={9}
          placeholder="2027-2028"
          error={!isYear(round.year) && t("rounds.problem.year")}
          onChange={(event) => onChange(withYear(round, event.currentTarget.value, published, others), "year")}
        />
        <ActionIcon className={classes.remove} variant="subtle" color="gray" size={36} disabled={off} aria-label={t("rounds.remove", { n })} onClick={onRemove}>
          <IconTrash size={18} stroke={1.5} />
        </ActionIcon>
      </div>
      <div className={classes.fields}>
        <NumberInput label={t("rounds.offerDays")} description={t("rounds.offerDays.help")} min={1} max={120} allowDecimal={false} allowNegative={false} readOnly={off} value={round.offer_days ?? OFFER_DAYS} onChange={(value) => onChange({ ...round, offer_days: Math.max(1, number(value)) }, "days")} />
        <NumberInput label={t("rounds.overOffer")} description={t("rounds.overOffer.help")} min={0} max={1000} allowDecimal={false} allowNegative={false} readOnly={off} value={round.over_offer ?? 0} onChange={(value) => onChange({ ...round, over_offer: number(value) }, "over")} />
        <NativeSelect
          label={t("rounds.approval")}
          description={t("waitlist:rounds.approval.help")}
          disabled={off}
          value={round.approval ?? "officer"}
          data={APPROVALS.map((each) => ({ value: each, label: t(`rounds.approval.${each}`) }))}
          onChange={(event) => onChange(settled({ ...round, approval: APPROVALS.find((each) => each === event.currentTarget.value) ?? "officer" }), "approval")}
        />
        <TextInput
          label={t("rounds.fee")}
          description={t("rounds.fee.help", { currency: format.currency(currency) })}
          dir="ltr"
          inputMode="decimal"
          maxLength={13}
          value={fee}
          readOnly={off}
          error={fee !== "" && !isAmount(fee) && t("rounds.problem.fee")}
          onChange={(event) => {
            const amount = event.currentTarget.value.trim();
            const { application_fee: _, ...free } = round;
            onChange(amount ? { ...round, application_fee: { amount } } : free, "fee");
          }}
        />
        <Switch label={t("rounds.direct")} description={t("rounds.direct.help")} disabled={off} checked={round.direct_offer === "Y"} onChange={(event) => onChange(settled({ ...round, direct_offer: event.currentTarget.checked ? "Y" : "N" }), "direct")} />
        <Switch label={t("rounds.booksFirst")} description={t("rounds.booksFirst.help")} disabled={off} checked={round.book_before_conditions === "Y"} onChange={(event) => onChange({ ...round, book_before_conditions: event.currentTarget.checked ? "Y" : "N" }, "booksFirst")} />
        <Switch label={t("rounds.closed")} description={t("rounds.closed.help")} disabled={off} checked={round.closed_grades === "Y"} onChange={(event) => onChange({ ...round, closed_grades: event.currentTarget.checked ? "Y" : "N" }, "closed")} />
      </div>
      <PlacesTable round={round} off={off} onChange={onChange} />
      <WaitlistFields round={round} off={off} onChange={onChange} />
    </>
  );
}
