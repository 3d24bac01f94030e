import { ActionIcon, Button, NativeSelect, NumberInput, TextInput } from "@mantine/core";
import "@mantine/core/styles/NumberInput.layer.css";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { DateField } from "@/forms/DateField";
import { IconPlus, IconTrash } from "@/ui/icons";
import { MOST, type Due, type Instalment } from "./letters";
import classes from "./letters.module.css";

interface Props {
  instalments: readonly Instalment[];
  off: boolean;
  onChange: (instalments: Instalment[], step: string) => void;
}

const kindOf = (due: Due) => (typeof due !== "string" ? "months" : due === "on_acceptance" ? "on_acceptance" : "day");

/** The payments of a plan: how much, and when. */
export function InstalmentFields({ instalments, off, onChange }: Props) {
  const { t } = useTranslation("settingsLetters");
  const { currency, today } = useSchool();
  const set = (index: number, next: Instalment, step: string) => onChange(instalments.map((each, at) => (at === index ? next : each)), `pay ${index} ${step}`);
  const turn = (kind: string): Due => (kind === "months" ? { months: 1 } : kind === "day" ? today : "on_acceptance");
  return (
    <>
      <ul className={classes.payments}>
        {instalments.map((one, index) => (
          <li key={index} role="group" aria-label={t("pay.nth", { n: index + 1 })}>
            <NativeSelect
              size="sm"
              label={t("pay.by")}
              disabled={off}
              value={one.amount === undefined ? "percent" : "amount"}
              data={[{ value: "percent", label: t("pay.percent") }, { value: "amount", label: t("pay.amount", { currency }) }]}
              onChange={(event) => set(index, event.currentTarget.value === "amount" ? { amount: "0", due: one.due } : { percent: 1, due: one.due }, "by")}
            />
            {one.amount === undefined ? (
              <NumberInput size="sm" label={t("pay.percent")} min={1} max={100} clampBehavior="strict" allowDecimal={false} suffix=" %" readOnly={off} value={one.percent ?? ""} onChange={(percent) => typeof percent === "number" && set(index, { percent, due: one.due }, "percent")} />
            ) : (
              <TextInput size="sm" dir="ltr" inputMode="decimal" maxLength={13} label={t("pay.amount", { currency })} readOnly={off} value={one.amount} onChange={(event) => set(index, { amount: event.currentTarget.value.trim(), due: one.due }, "amount")} />
            )}
            <NativeSelect
              size="sm"
              label={t("pay.due")}
              disabled={off}
              value={kindOf(one.due)}
              data={(["on_acceptance", "day", "months"] as const).map((value) => ({ value, label: t(`pay.due.${value}`) }))}
              onChange={(event) => set(index, { ...one, due: turn(event.currentTarget.value) }, "due")}
            />
            {typeof one.due !== "string" ? (
              <NumberInput size="sm" label={t("pay.due.months")} min={1} max={36} clampBehavior="strict" allowDecimal={false} readOnly={off} value={one.due.months} onChange={(months) => typeof months === "number" && set(index, { ...one, due: { months } }, "months")} />
            ) : (
              one.due !== "on_acceptance" && <DateField size="sm" label={t("pay.due.day")} off={off} value={one.due} onChange={(due) => set(index, { ...one, due }, "day")} />
            )}
            <ActionIcon variant="subtle" color="gray" size={36} disabled={off || instalments.length === 1} aria-label={t("remove.of", { what: t("pay.nth", { n: index + 1 }) })} onClick={() => onChange(instalments.filter((_, at) => at !== index), `pay remove ${Date.now()}`)}>
              <IconTrash size={16} stroke={1.5} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <div>
        <Button size="compact-sm" variant="default" disabled={off || instalments.length >= MOST.instalments} leftSection={<IconPlus size={14} stroke={2} aria-hidden />} onClick={() => onChange([...instalments, { percent: 1, due: "on_acceptance" }], `pay add ${Date.now()}`)}>
          {t("pay.add")}
        </Button>
      </div>
    </>
  );
}
