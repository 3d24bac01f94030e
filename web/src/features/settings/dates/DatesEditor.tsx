import { ActionIcon, Alert, Button, TextInput } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { DateField } from "@/forms/DateField";
import { IconAlertTriangle, IconCalendar, IconTrash } from "@/ui/icons";
import card from "@/ui/card.module.css";
import { StateScreen } from "@/ui/StateScreen";
import { useFormat } from "@/ui/useFormat";
import { IconPlus } from "../desk/icons";
import { Marks } from "../desk/Marks";
import { Card } from "../desk/RoomHead";
import { toast } from "../desk/toast";
import { useDesk, useSchoolSetting } from "../desk/useDesk";
import classes from "./dates.module.css";
import { GradesInput } from "./GradesInput";
import { derived, nextRow, problemsOf, type DateRow, type RowProblem } from "./rows";
import { Timeline } from "./Timeline";

/** When families may apply: a row for each year, or for some grades of it. */
export function DatesEditor() {
  const { t } = useTranslation(["settingsRooms", "settingsDesk"]);
  const format = useFormat();
  const { today } = useSchool();
  const desk = useDesk();
  const setting = useSchoolSetting<DateRow[]>("/schoolDates");
  const rows = setting.value ?? [];
  const problems = problemsOf(rows, today);
  const { earliest, latest } = derived(rows);
  const off = setting.readOnly !== null;
  const grades = [...new Set(rows.flatMap((row) => row.grades ?? []))].toSorted();
  const list = useRef<HTMLOListElement>(null);
  const added = useRef(false);
  useEffect(() => {
    if (!added.current) return;
    added.current = false;
    list.current?.lastElementChild?.querySelector<HTMLElement>("input")?.focus();
  });

  const change = (index: number, part: Partial<DateRow>, step: string) =>
    setting.set(
      rows.map((row, at) => (at === index ? { ...row, ...part } : row)),
      `${index} ${step}`,
    );
  const add = () => {
    added.current = true;
    setting.set([...rows, nextRow(rows, today)], `add ${Date.now()}`);
  };
  const remove = (index: number) => {
    setting.set(
      rows.filter((_, at) => at !== index),
      `remove ${Date.now()}`,
    );
    toast({ text: t("dates.removed", { year: rows[index]?.year ?? "" }), action: { label: t("settingsDesk:bar.undo"), run: () => void desk.undo() } });
  };

  return (
    <>
      {rows.length > 0 && (
        <section className={card.card} aria-label={t("dates.summary")}>
          <div className={classes.ends} role="status">
            <span>
              <span className={classes.small}>{t("dates.earliest")}</span>
              <strong>{earliest ? <bdi>{format.date(earliest)}</bdi> : "–"}</strong>
            </span>
            <span>
              <span className={classes.small}>{t("dates.latest")}</span>
              <strong>{latest ? <bdi>{format.date(latest)}</bdi> : "–"}</strong>
            </span>
          </div>
          <Timeline rows={rows} today={today} />
        </section>
      )}
      <Card
        title={t("dates.rows")}
        help={t("dates.rows.help")}
        aside={
          rows.length > 0 && (
            <Button variant="default" size="sm" disabled={off || rows.length >= 60} leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} onClick={add}>
              {t("dates.add")}
            </Button>
          )
        }
      >
        {rows.length === 0 ? (
          <StateScreen
            order={3}
            icon={<IconCalendar size={28} stroke={1.5} />}
            title={t("dates.empty")}
            text={t("dates.empty.text")}
            action={
              <Button disabled={off} onClick={add}>
                {t("dates.first")}
              </Button>
            }
          />
        ) : (
          <ol ref={list} className={classes.rows}>
            {rows.map((row, index) => (
              <li key={index} className={classes.row} aria-label={t("dates.row", { n: index + 1 })}>
                <div className={classes.fields}>
                  <TextInput
                    className={classes.year}
                    label={t("dates.year")}
                    dir="ltr"
                    value={row.year}
                    readOnly={off}
                    maxLength={9}
                    placeholder="2027-2028"
                    error={problems[index]?.some(({ kind }) => kind === "year") ? t("dates.problem.year") : undefined}
                    onChange={(event) => change(index, { year: event.currentTarget.value }, "year")}
                  />
                  <DateField label={t("dates.from")} value={row.sims_admission_start_from} onChange={(value) => !off && change(index, { sims_admission_start_from: value }, "from")} />
                  <DateField label={t("dates.to")} value={row.sims_admission_end} min={row.sims_admission_start_from} onChange={(value) => !off && change(index, { sims_admission_end: value }, "to")} />
                  <GradesInput className={classes.grades} value={row.grades ?? []} used={grades} readOnly={off} onChange={(value) => change(index, { grades: value }, "grades")} />
                  <ActionIcon className={classes.remove} variant="subtle" color="gray" size={36} disabled={off} aria-label={t("dates.remove", { n: index + 1 })} onClick={() => remove(index)}>
                    <IconTrash size={18} stroke={1.5} />
                  </ActionIcon>
                </div>
                <RowProblems problems={problems[index] ?? []} />
              </li>
            ))}
          </ol>
        )}
        <Marks setting={setting} place={{ file: "school.yaml", pointer: "/schoolDates" }} invalid={t("dates.unfinished")} />
      </Card>
    </>
  );
}

/** What is odd about a row, in words. */
function RowProblems({ problems }: { problems: readonly RowProblem[] }) {
  const { t } = useTranslation("settingsRooms");
  const relevant = problems.filter(({ kind }) => kind !== "year");
  if (relevant.length === 0) return null;
  return (
    <Alert color="amber" className={classes.problems} icon={<IconAlertTriangle stroke={1.5} />} role="status">
      {relevant.map((problem) => (
        <span key={problem.kind}>{problem.kind === "overlap" ? t("dates.problem.overlap", { n: problem.row }) : t(`dates.problem.${problem.kind as "past"}`)} </span>
      ))}
    </Alert>
  );
}
