import { ActionIcon, NumberInput, Title } from "@mantine/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useListSeatsQuery } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { useSchool } from "@/api/school";
import { IconTrash } from "@/ui/icons";
import { useBilingual } from "@/ui/useBilingual";
import { NewGrade } from "./NewGrade";
import { linesOf, MOST_PLACES, withLine, type Line, type Round } from "./rounds";
import classes from "./rounds.module.css";

interface Props {
  round: Round;
  off: boolean;
  onChange: (round: Round, step: string) => void;
}

/** The places of each grade of a round, and who is on roll there already. */
export function PlacesTable({ round, off, onChange }: Props) {
  const { t } = useTranslation("applications");
  const name = useGradeNames();
  const grades = useSchool().application?.grades ?? [];
  const lines = linesOf(round, grades);
  const table = useRef<HTMLTableElement>(null);
  const set = (bucket: string, line: Partial<Omit<Line, "bucket">> | null, step: string) => onChange(withLine(round, bucket, line), `${step} ${bucket}`);
  const figure = (value: string | number) => (typeof value === "number" ? value : 0);
  return (
    <div className={classes.places}>
      <Title order={3}>{t("rounds.places")}</Title>
      {lines.length > 0 && (
        <table ref={table} className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t("rounds.head.grade")}</th>
              <th scope="col">{t("rounds.head.places")}</th>
              <th scope="col">{t("rounds.head.onRoll")}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {lines.map(({ bucket, places, onRoll }) => {
              const grade = `\u2068${name(bucket) || bucket}\u2069`;
              return (
                <tr key={bucket}>
                  <th scope="row">
                    <bdi>{name(bucket) || bucket}</bdi>
                    {name(bucket) && (
                      <bdi dir="ltr" className={classes.code}>
                        {bucket}
                      </bdi>
                    )}
                  </th>
                  <td>
                    <NumberInput aria-label={t("rounds.grade.places", { grade })} min={0} max={MOST_PLACES} allowDecimal={false} allowNegative={false} readOnly={off} value={places} onChange={(value) => set(bucket, { places: figure(value) }, "places")} />
                  </td>
                  <td>
                    <NumberInput aria-label={t("rounds.grade.onRoll", { grade })} min={0} max={MOST_PLACES} allowDecimal={false} allowNegative={false} readOnly={off} value={onRoll} onChange={(value) => set(bucket, { onRoll: figure(value) }, "roll")} />
                  </td>
                  <td>
                    <ActionIcon variant="subtle" color="gray" size={36} disabled={off} aria-label={t("rounds.grade.remove", { grade })} onClick={() => set(bucket, null, `remove ${Date.now()}`)}>
                      <IconTrash size={18} stroke={1.5} />
                    </ActionIcon>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      {!off && (
        <NewGrade
          taken={lines.map(({ bucket }) => bucket)}
          onAdd={(bucket) => {
            set(bucket, { places: 0 }, `add ${Date.now()}`);
            // To the number that is missing, once it is there.
            requestAnimationFrame(() => table.current?.querySelector<HTMLElement>(`tr:nth-of-type(${linesOf(withLine(round, bucket, { places: 0 }), grades).findIndex((line) => line.bucket === bucket) + 1}) input`)?.focus());
          }}
        />
      )}
    </div>
  );
}

/** What the application's form calls a grade; empty for what it does not know, and for whoever may not see the places. */
function useGradeNames(): (bucket: string) => string {
  const bilingual = useBilingual();
  const { application } = useSchool();
  const sees = useAppSelector((state) => may(state.auth.user?.authority, "seat.read"));
  const { data } = useListSeatsQuery({}, { skip: !sees });
  const told = new Map(data?.rounds.flatMap(({ buckets }) => buckets.map((line) => [line.bucket, line.name] as const)));
  return (bucket) => {
    const name = bilingual(told.get(bucket) ?? application?.grades.find(({ code }) => code === bucket)?.name);
    return name === bucket ? "" : name;
  };
}
