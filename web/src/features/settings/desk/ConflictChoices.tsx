import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "@/ui/Dialog";
import { useFormat } from "@/ui/useFormat";
import { ValueText } from "../publish/ValueText";
import { usePlaceWords } from "../publish/words";
import { clashKey } from "./desk";
import classes from "./conflict.module.css";
import type { Clashing } from "./local";

/** A choice for each field on which two changes differ: theirs and mine side by side. */
export function ConflictChoices({ conflict, settle }: { conflict: readonly Clashing[]; settle: (mine: ReadonlySet<string>) => void }) {
  const { t } = useTranslation("settingsDesk");
  const words = usePlaceWords();
  const format = useFormat();
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set());
  const all = conflict.flatMap(({ place, merge }) => merge.clashes.map(({ pointer }) => clashKey(place, pointer)));
  const taken = conflict.flatMap(({ place, merge }) => merge.taken.map((each) => ({ file: place.file, pointer: `${place.pointer}${each.pointer}` })));
  const choose = (key: string, own: boolean) => {
    const next = new Set(mine);
    if (own) next.add(key);
    else next.delete(key);
    setMine(next);
  };
  const names = [...new Set(conflict.map(({ theirs }) => theirs.by.name))].join(t("comma"));
  return (
    <Dialog locked onClose={() => {}} title={t("conflict.title", { who: names })} size={760}>
      <Stack gap="lg">
        <Text>{t(all.length > 0 ? "conflict.text" : "conflict.merged")}</Text>
        {conflict.flatMap(({ place, theirs, merge }) =>
          merge.clashes.map((clash) => {
            const key = clashKey(place, clash.pointer);
            const where = { file: place.file, pointer: `${place.pointer}${clash.pointer}` };
            return (
              <fieldset key={key} className={classes.clash}>
                <legend>{words.label(where)}</legend>
                <div className={classes.sides}>
                  {([["theirs", clash.theirs], ["mine", clash.mine]] as const).map(([side, value]) => (
                    <label key={side} className={classes.side} data-chosen={mine.has(key) === (side === "mine") || undefined}>
                      <span className={classes.who}>
                        <input type="radio" name={key} checked={mine.has(key) === (side === "mine")} onChange={() => choose(key, side === "mine")} />
                        {side === "mine" ? t("conflict.mine") : t("conflict.theirs", { who: theirs.by.name })}
                      </span>
                      {side === "theirs" && <span className={classes.when}>{format.age(theirs.at)}</span>}
                      <span className={classes.value}>
                        <ValueText place={where} value={value} />
                      </span>
                    </label>
                  ))}
                </div>
              </fieldset>
            );
          }),
        )}
        {taken.length > 0 && (
          <div>
            <Text fw={600}>{t("conflict.also", { who: names })}</Text>
            <ul className={classes.also}>
              {taken.map((place) => (
                <li key={`${place.file}${place.pointer}`}>{words.label(place)}</li>
              ))}
            </ul>
          </div>
        )}
        <Text size="sm" c="dimmed">
          {t("conflict.safe")}
        </Text>
        <Group justify="flex-end" gap="sm">
          {all.length > 1 && (
            <>
              <Button variant="subtle" onClick={() => setMine(new Set())}>
                {t("conflict.allTheirs")}
              </Button>
              <Button variant="subtle" onClick={() => setMine(new Set(all))}>
                {t("conflict.allMine")}
              </Button>
            </>
          )}
          <Button onClick={() => settle(mine)}>{t("conflict.done")}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
