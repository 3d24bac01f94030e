import { Title } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { RoundSeats, SeatsLine } from "@/api/generated";
import * as to from "@/features/inbox/paths";
import * as toSettings from "@/features/settings/paths";
import card from "@/ui/card.module.css";
import { StatusDot } from "@/ui/record/StatusDot";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import * as toSeats from "./paths";
import classes from "./seats.module.css";
import { totalOf, type Column, COLUMNS, type Sums } from "./columns";

/** A round's grades with their places; each number that somebody stands behind opens the list of their applications: offers that wait for their release are not in it, nor are children on roll from before. */
export function RoundTable({ round, edits }: { round: RoundSeats; edits: boolean }) {
  const { t } = useTranslation("applications");
  const format = useFormat();
  const heading = `round-${round.id}`;
  const over = Math.max(0, ...round.buckets.map(({ over_offer }) => over_offer));
  return (
    <section className={card.card} aria-labelledby={heading}>
      <div className={classes.head}>
        <Title order={2} id={heading}>
          {t("seats.round", { year: `\u2066${round.year}\u2069` })}
        </Title>
        <StatusDot tone={round.open ? "good" : "over"}>{t(round.open ? "seats.open" : "seats.closed")}</StatusDot>
        {edits && (
          <Link className={classes.door} to={toSettings.room("rounds")}>
            {t("seats.set")}
          </Link>
        )}
      </div>
      {over > 0 && <p className={classes.quiet}>{t("seats.overOffer", { n: format.number(over) })}</p>}
      {round.buckets.length === 0 ? <p className={classes.quiet}>{t("seats.noGrades")}</p> : <Table round={round} heading={heading} />}
    </section>
  );
}

function Table({ round, heading }: { round: RoundSeats; heading: string }) {
  const { t } = useTranslation("applications");
  const bilingual = useBilingual();
  // In the order in which they come: the form's.
  const lines = round.buckets;
  const total = totalOf(lines);
  return (
    <div className={classes.wrap}>
      <table className={classes.table} aria-labelledby={heading}>
        <thead>
          <tr>
            <th scope="col">{t("seats.grade")}</th>
            {COLUMNS.map(({ id }) => (
              <th key={id} scope="col" data-end>
                {t(`seats.${id}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.bucket}>
              <th scope="row">
                <bdi>{bilingual(line.name)}</bdi>
              </th>
              {COLUMNS.map((column) => (
                <td key={column.id} data-end data-label={t(`seats.${column.id}`)} data-short={column.id === "free" && (line.free ?? 1) <= 0 ? true : undefined}>
                  <Figure round={round} column={column} line={line} name={bilingual(line.name)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("seats.total")}</th>
            {COLUMNS.map((column) => (
              <td key={column.id} data-end data-label={t(`seats.${column.id}`)}>
                <Figure round={round} column={column} line={total} name={t("seats.total")} />
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

interface FigureProps {
  round: RoundSeats;
  column: Column;
  line: Sums & Partial<Pick<SeatsLine, "bucket">>;
  name: string;
}

/** A number; a door, where there is a list of those that it counts. */
function Figure({ round, column, line, name }: FigureProps) {
  const { t } = useTranslation("applications");
  const format = useFormat();
  const value = line[column.id === "onRoll" ? "on_roll" : column.id];
  if (typeof value !== "number") return <span className={classes.quiet}>{t("seats.noLimit")}</span>;
  const shown = format.number(value);
  if (!column.state || column.of(line) === 0) return <span className="tabular">{shown}</span>;
  const label = t("seats.number", { grade: `\u2068${name}\u2069`, what: t(`seats.${column.id}`), n: shown });
  const filters = { kind: "applications", state: column.state, ...(line.bucket && { grade: line.bucket }), year: round.id };
  return (
    // Of one grade it is told who is next, and why.
    <Link className={`${classes.number} tabular`} to={column.id === "waitlist" && line.bucket ? toSeats.waitlist(round.id, line.bucket) : to.enquiries(filters)} aria-label={label}>
      {shown}
    </Link>
  );
}
