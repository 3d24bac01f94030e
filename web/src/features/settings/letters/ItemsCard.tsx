import { Checkbox, NativeSelect } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Card } from "../desk/RoomHead";
import { Bilingual } from "./Bilingual";
import { Entries } from "./Entries";
import type { PartProps } from "./parts";
import { freeCode, ITEM_KINDS, MOST, type Item } from "./letters";
import classes from "./letters.module.css";

/** Which financial documents a letter asks for, and what the family says beside each. */
export function ItemsCard({ letter, off, change }: PartProps) {
  const { t } = useTranslation("settingsLetters");
  const items = letter.items ?? [];
  const set = (index: number, part: Partial<Item>, step: string) => change({ items: items.map((each, at) => (at === index ? { ...each, ...part } : each)) }, `item ${index} ${step}`);
  return (
    <Card title={t("items")} help={t("items.help")}>
      <Entries
        names={items.map((_, index) => t("items.nth", { n: index + 1 }))}
        off={off}
        most={MOST.items}
        least={1}
        add={t("items.add")}
        removeOf={(what) => t("remove.of", { what })}
        onAdd={() => change({ items: [...items, { code: freeCode("item", items.map(({ code }) => code)), label: { en: "", ar: "" }, kind: "salary" }] }, `item add ${Date.now()}`)}
        onRemove={(index) => change({ items: items.filter((_, at) => at !== index) }, `item remove ${Date.now()}`)}
      >
        {(index) => {
          const item = items[index];
          return (
            item && (
              <>
                <Bilingual label={t("items.label")} value={item.label} off={off} onChange={(label, of) => set(index, { label }, of)} />
                <div className={classes.pair}>
                  <NativeSelect
                    label={t("items.kind")}
                    disabled={off}
                    value={item.kind}
                    data={ITEM_KINDS.map((value) => ({ value, label: t(`items.kind.${value}`) }))}
                    onChange={(event) => set(index, { kind: event.currentTarget.value as Item["kind"] }, "kind")}
                  />
                  <div className={classes.checks}>
                    <Checkbox size="sm" label={t("items.amount")} disabled={off} checked={item.amount ?? false} onChange={(event) => set(index, { amount: event.currentTarget.checked }, "amount")} />
                    <Checkbox size="sm" label={t("items.iban")} disabled={off} checked={item.iban ?? false} onChange={(event) => set(index, { iban: event.currentTarget.checked }, "iban")} />
                  </div>
                </div>
              </>
            )
          );
        }}
      </Entries>
    </Card>
  );
}
