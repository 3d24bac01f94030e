import { NativeSelect, TextInput } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { MarkedText } from "@/ui/MarkedText";
import { MOST, type Asked, type When } from "./blocks";
import classes from "./legal.module.css";

interface Props {
  when: When | undefined;
  name: string;
  asks: readonly Asked[];
  off: boolean;
  onChange: (when: When | undefined) => void;
}

/** When a block stands: always, or only where a field has a value, has none, or has one of some codes. */
export function WhenFields({ when, name, asks, off, onChange }: Props) {
  const { t } = useTranslation("settingsWords");
  const asked = asks.find((each) => each.name === when?.field);
  const state = when ? (typeof when.is === "string" ? when.is : "codes") : "filled";
  const states = asked?.code != null || state === "codes" ? (["filled", "empty", "codes"] as const) : (["filled", "empty"] as const);
  const turn = (next: (typeof states)[number]) => when && onChange({ field: when.field, is: next === "codes" ? [asked?.code ?? ""] : next });
  return (
    <div className={classes.when} role="group" aria-label={t("legal.when.of", { block: name })}>
      <NativeSelect
        size="xs"
        label={t("legal.when")}
        disabled={off}
        value={when?.field ?? ""}
        data={[{ value: "", label: t("legal.when.always") }, ...asks.map((each) => ({ value: each.name, label: t("legal.when.field", { field: each.label }) }))]}
        onChange={(event) => onChange(event.currentTarget.value ? { field: event.currentTarget.value, is: "filled" } : undefined)}
      />
      {when && (
        <NativeSelect
          size="xs"
          label={t("legal.when.is")}
          disabled={off}
          value={state}
          data={states.map((value) => ({ value, label: t(`legal.when.${value}`) }))}
          onChange={(event) => turn(event.currentTarget.value as (typeof states)[number])}
        />
      )}
      {when && typeof when.is !== "string" && (
        <TextInput
          size="xs"
          dir="ltr"
          label={t("legal.when.which")}
          description={asked?.code ? <MarkedText text={t("legal.when.which.help", { code: asked.code })} dir="ltr" /> : undefined}
          readOnly={off}
          value={when.is.join(", ")}
          onChange={(event) => onChange({ field: when.field, is: event.currentTarget.value.split(/[\s,،]+/).slice(0, MOST.codes) })}
        />
      )}
    </div>
  );
}
