import { Alert, Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { IconAlertTriangle, IconTicket } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { IconPlus } from "../desk/icons";
import { Marks } from "../desk/Marks";
import { Card } from "../desk/RoomHead";
import { toast } from "../desk/toast";
import { useDesk, useSchoolSetting } from "../desk/useDesk";
import classes from "./rounds.module.css";
import { RoundFields } from "./RoundFields";
import { MOST_ROUNDS, nextRound, uncounted, type Round } from "./rounds";

/** A round for each school year, with its places and how they are offered. */
export function RoundsEditor() {
  const { t } = useTranslation(["applications", "settingsDesk"]);
  const { today, schoolDates } = useSchool();
  const desk = useDesk();
  const setting = useSchoolSetting<Round[]>("/rounds");
  const rounds = setting.value ?? [];
  const off = setting.readOnly !== null;
  const list = useRef<HTMLOListElement>(null);
  const added = useRef(false);
  useEffect(() => {
    if (!added.current) return;
    added.current = false;
    list.current?.lastElementChild?.querySelector<HTMLElement>("input")?.focus();
  });

  const change = (index: number, round: Round, step: string) =>
    setting.set(
      rounds.map((each, at) => (at === index ? round : each)),
      `${index} ${step}`,
    );
  const add = () => {
    added.current = true;
    setting.set([...rounds, nextRound(rounds, today)], `add ${Date.now()}`);
  };
  const remove = (index: number) => {
    setting.set(
      rounds.filter((_, at) => at !== index),
      `remove ${Date.now()}`,
    );
    toast({ text: t("rounds.removed", { year: rounds[index]?.year ?? "" }), action: { label: t("settingsDesk:bar.undo"), run: () => void desk.undo() } });
  };

  return (
    <Card
      title={t("rounds.rows")}
      help={t("rounds.rows.help")}
      aside={
        rounds.length > 0 && (
          <Button variant="default" size="sm" disabled={off || rounds.length >= MOST_ROUNDS} leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} onClick={add}>
            {t("rounds.add")}
          </Button>
        )
      }
    >
      {rounds.length === 0 ? (
        <StateScreen
          order={3}
          icon={<IconTicket size={28} stroke={1.5} />}
          title={t("rounds.empty")}
          text={t("rounds.empty.text")}
          action={
            <Button disabled={off} onClick={add}>
              {t("rounds.first")}
            </Button>
          }
        />
      ) : (
        <ol ref={list} className={classes.rounds}>
          {rounds.map((round, index) => (
            <li key={index} className={classes.round} aria-label={t("rounds.row", { n: index + 1 })}>
              <RoundFields
                round={round}
                n={index + 1}
                off={off}
                published={setting.published ?? []}
                others={rounds.filter((_, at) => at !== index)}
                onChange={(next, step) => change(index, next, step)}
                onRemove={() => remove(index)}
              />
            </li>
          ))}
        </ol>
      )}
      {rounds.length > 0 &&
        uncounted(schoolDates, rounds, today).map((year) => (
          <Alert key={year} color="amber" icon={<IconAlertTriangle size={20} stroke={1.5} />}>
            {t("rounds.uncounted", { year: `\u2066${year}\u2069` })}
          </Alert>
        ))}
      <Marks setting={setting} place={{ file: "school.yaml", pointer: "/rounds" }} invalid={t("rounds.unfinished")} />
    </Card>
  );
}
