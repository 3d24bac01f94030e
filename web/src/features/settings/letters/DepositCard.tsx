import { NativeSelect, NumberInput, Switch, TextInput } from "@mantine/core";
import "@mantine/core/styles/Switch.layer.css";
import "@mantine/core/styles/NumberInput.layer.css";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { Card } from "../desk/RoomHead";
import type { PartProps } from "./parts";
import { MOST, type Deposit } from "./letters";
import classes from "./letters.module.css";

/** What keeps the place: how much, and how many days there are to pay it and to sign. */
export function DepositCard({ letter, off, change }: PartProps) {
  const { t } = useTranslation("settingsLetters");
  const { currency } = useSchool();
  const { deposit } = letter;
  const set = (next: Deposit | undefined, step: string) => change({ deposit: next }, `deposit ${step}`);
  return (
    <Card title={t("deposit")} help={t("deposit.help")}>
      <Switch label={t("deposit.asked")} disabled={off} checked={deposit !== undefined} onChange={(event) => set(event.currentTarget.checked ? { percent: 10, days: 14 } : undefined, `asked ${Date.now()}`)} />
      {deposit && (
        <div className={classes.pair}>
          <NativeSelect
            label={t("pay.by")}
            disabled={off}
            value={deposit.amount === undefined ? "percent" : "amount"}
            data={[{ value: "percent", label: t("deposit.percent") }, { value: "amount", label: t("pay.amount", { currency }) }]}
            onChange={(event) => set(event.currentTarget.value === "amount" ? { amount: "0", days: deposit.days } : { percent: 10, days: deposit.days }, "by")}
          />
          {deposit.amount === undefined ? (
            <NumberInput label={t("deposit.percent")} min={1} max={100} clampBehavior="strict" allowDecimal={false} suffix=" %" readOnly={off} value={deposit.percent ?? ""} onChange={(percent) => typeof percent === "number" && set({ percent, days: deposit.days }, "percent")} />
          ) : (
            <TextInput dir="ltr" inputMode="decimal" maxLength={13} label={t("pay.amount", { currency })} readOnly={off} value={deposit.amount} onChange={(event) => set({ amount: event.currentTarget.value.trim(), days: deposit.days }, "amount")} />
          )}
          <NumberInput label={t("deposit.days")} description={t("deposit.days.help")} min={1} max={MOST.days} clampBehavior="strict" allowDecimal={false} readOnly={off} value={deposit.days} onChange={(days) => typeof days === "number" && set({ ...deposit, days }, "days")} />
        </div>
      )}
    </Card>
  );
}
