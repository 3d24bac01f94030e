import { Button, NativeSelect, Switch, Title } from "@mantine/core";
import { arrayMove } from "@dnd-kit/sortable";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { IconPlus } from "../desk/icons";
import { Sortable } from "../desk/Sortable";
import { mayOffer, RULES, SHOWS, WAITLIST, type Round } from "./rounds";
import classes from "./rounds.module.css";

interface Props {
  round: Round;
  off: boolean;
  onChange: (round: Round, step: string) => void;
}

/** Who is next for a place, what families read of it, and whether a place that becomes available is offered without anybody's doing. */
export function WaitlistFields({ round, off, onChange }: Props) {
  const { t } = useTranslation("waitlist");
  const rules = round.waitlist ?? WAITLIST;
  const [added, setAdded] = useState(0);
  const [chosen, setChosen] = useState("");
  const left = RULES.filter((rule) => !rules.includes(rule));
  const next = left.find((rule) => rule === chosen) ?? left[0];
  const can = mayOffer(round);
  const add = () => {
    if (!next) return;
    onChange({ ...round, waitlist: [...rules, next] }, `rule ${Date.now()}`);
    setAdded(added + 1);
    setChosen("");
  };
  return (
    <div className={classes.places}>
      <Title order={3}>{t("rounds.title")}</Title>
      <div className={classes.order} role="group" aria-label={t("rounds.order")}>
        <p className={classes.label}>{t("rounds.order")}</p>
        <p className={classes.help}>{t(rules.length > 0 ? "rounds.order.help" : "rounds.order.none")}</p>
        {rules.length > 0 && (
          <Sortable
            names={rules.map((rule) => t(`rule.${rule}`))}
            off={off}
            added={added}
            focusIn="button:not(:disabled)"
            onMove={(from, to) => onChange({ ...round, waitlist: arrayMove([...rules], from, to) }, `rule ${Date.now()}`)}
            onRemove={(index) => onChange({ ...round, waitlist: rules.filter((_, at) => at !== index) }, `rule ${Date.now()}`)}
          >
            {(index) => {
              const rule = rules[index];
              return rule && <p className={classes.help}>{t(`rule.${rule}.help`)}</p>;
            }}
          </Sortable>
        )}
        {!off && left.length > 0 && (
          <div className={classes.new}>
            <NativeSelect className={classes.newCode} label={t("rounds.order.choose")} value={next ?? ""} data={left.map((rule) => ({ value: rule, label: t(`rule.${rule}`) }))} onChange={(event) => setChosen(event.currentTarget.value)} />
            <Button variant="default" leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} onClick={add}>
              {t("rounds.order.add")}
            </Button>
          </div>
        )}
      </div>
      {rules.includes("staff_child") && (
        <Switch
          label={t("rounds.unconfirmed")}
          description={t("rounds.unconfirmed.help")}
          disabled={off}
          checked={round.waitlist_unconfirmed === "Y"}
          onChange={(event) => onChange({ ...round, waitlist_unconfirmed: event.currentTarget.checked ? "Y" : "N" }, "unconfirmed")}
        />
      )}
      <NativeSelect
        label={t("rounds.shows")}
        description={t("rounds.shows.help")}
        disabled={off}
        value={round.waitlist_shows ?? "band"}
        data={SHOWS.map((each) => ({ value: each, label: t(`rounds.shows.${each}`) }))}
        onChange={(event) => onChange({ ...round, waitlist_shows: SHOWS.find((each) => each === event.currentTarget.value) ?? "band" }, "shows")}
      />
      <Switch
        label={t("rounds.offers")}
        description={t(can ? "rounds.offers.help" : "rounds.offers.needs")}
        // What the file says against its own rules can always be switched off.
        disabled={off || (!can && round.waitlist_offers !== "Y")}
        checked={round.waitlist_offers === "Y"}
        onChange={(event) => onChange({ ...round, waitlist_offers: event.currentTarget.checked ? "Y" : "N" }, "offers")}
      />
    </div>
  );
}
