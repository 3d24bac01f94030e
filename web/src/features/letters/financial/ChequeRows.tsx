import { Alert, Button, Fieldset, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { DateField } from "@/forms/DateField";
import { parseMinor } from "@/forms/digits";
import { sumOfAmounts } from "@/forms/sumOfAmounts";
import { IconPlus, IconTrash } from "@/ui/icons";
import { useFormat } from "@/ui/useFormat";
import type { Cheque } from "./api";
import classes from "./financial.module.css";
import { useShownAmount } from "./useShownAmount";

/** What the server takes. */
const MOST = 24;
const NONE: Cheque = { date: "", amount: "", bank: "", number: "" };

interface Props {
  cheques: readonly Cheque[];
  /** What the family says that they come to. */
  said: string;
  fault: (place: string) => string | null;
  isOpen: boolean;
  onChange: (cheques: readonly Cheque[]) => void;
  onKeep: () => void;
}

/** A schedule of cheques: a day, an amount, a bank and a number each. */
export function ChequeRows({ cheques, said, fault, isOpen, onChange, onKeep }: Props) {
  const { t } = useTranslation("letterFinancial");
  const { currency } = useSchool();
  const format = useFormat();
  const shownAmount = useShownAmount();
  const [sum, amount] = [sumOfAmounts(cheques.map((each) => each.amount), currency), parseMinor(said, currency)];
  const differs = isOpen && sum !== null && amount !== null && sum !== amount;
  const set = (nth: number, part: Partial<Cheque>) => onChange(cheques.map((each, at) => (at === nth ? { ...each, ...part } : each)));
  return (
    <div className={classes.cheques}>
      {cheques.map((cheque, nth) => (
        <Fieldset key={nth} legend={t("cheque", { nth: nth + 1 })} className={classes.cheque} disabled={!isOpen} onBlur={() => isOpen && onKeep()}>
          <DateField label={t("cheque.date")} value={cheque.date} error={fault(`/cheques/${nth}/date`)} onChange={(date) => set(nth, { date })} />
          <TextInput label={t("amount.cheque", { currency })} inputMode="decimal" dir="ltr" maxLength={20} value={isOpen ? cheque.amount : shownAmount(cheque.amount)} error={fault(`/cheques/${nth}/amount`)} onChange={(event) => set(nth, { amount: event.currentTarget.value })} />
          <TextInput label={t("cheque.bank")} dir="auto" maxLength={60} value={cheque.bank} error={fault(`/cheques/${nth}/bank`)} onChange={(event) => set(nth, { bank: event.currentTarget.value })} />
          <TextInput label={t("cheque.number")} dir="ltr" maxLength={60} value={cheque.number} error={fault(`/cheques/${nth}/number`)} onChange={(event) => set(nth, { number: event.currentTarget.value })} />
          {isOpen && (
            <Button variant="default" size="compact-sm" leftSection={<IconTrash size={16} stroke={1.5} />} aria-label={t("cheque.remove.of", { nth: nth + 1 })} onClick={() => onChange(cheques.filter((_, at) => at !== nth))}>
              {t("cheque.remove")}
            </Button>
          )}
        </Fieldset>
      ))}
      {fault("/cheques") && (
        <p role="alert" className={classes.problem}>
          {t("cheque.missing")}
        </p>
      )}
      {differs && (
        <Alert role="status" color="amber">
          {t("cheque.differs", { sum: `\u2068${format.money(sum, currency)}\u2069`, amount: `\u2068${format.money(amount, currency)}\u2069` })}
        </Alert>
      )}
      {isOpen && cheques.length < MOST && (
        <Button variant="default" leftSection={<IconPlus size={18} stroke={1.5} />} data-fault={fault("/cheques") ? true : undefined} onClick={() => onChange([...cheques, NONE])}>
          {t("cheque.add")}
        </Button>
      )}
    </div>
  );
}
