import { useMediaQuery } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { PlatformSchool } from "@/api/platform";
import { LinkRow, RowLink } from "@/ui/list/ListRow";
import { ListTable } from "@/ui/list/ListTable";
import type { More } from "@/ui/list/useListPages";
import { StatusDot } from "@/ui/record/StatusDot";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import classes from "./console.module.css";
import * as to from "./paths";
import { HEALTH } from "./tones";

interface Props {
  schools: readonly PlatformSchool[];
  total: number | undefined;
  more: More;
}

const COLUMNS = ["name", "state", "problems", "revision", "failures", "outbox", "storage"] as const;
/** Where a row is a card, and each cell says which it is. */
const CARDS = "(max-width: 56em)";
/** In px, as `console.module.css` draws them. */
const HEIGHT = { row: 60, card: 256 };

/** The schools, each a link to what is known of it. */
export function SchoolsTable({ schools, total, more }: Props) {
  const { t } = useTranslation("console");
  const navigate = useNavigate();
  const bilingual = useBilingual();
  const format = useFormat();
  const cards = useMediaQuery(CARDS, false, { getInitialValueInEffect: false });
  const head = (id: (typeof COLUMNS)[number]) => t(`school.${id}`);
  return (
    <ListTable
      label={t("schools.title")}
      columns={COLUMNS.map((id) => ({ id, head: head(id) }))}
      rows={schools}
      total={total}
      rowHeight={cards ? HEIGHT.card : HEIGHT.row}
      className={classes.scroller}
      tableClassName={classes.schools}
      opened={null}
      onOpen={() => {}}
      more={more}
      row={(school, row) => (
        <LinkRow key={school.id} {...row} onOpen={() => void navigate(to.school(school.id))}>
          <td data-column="name">
            <RowLink to={to.school(school.id)} {...row}>
              {bilingual(school.name) || school.id}
            </RowLink>
            <span className={classes.under}>
              <bdi dir="ltr">{school.host}</bdi>
            </span>
          </td>
          <td data-column="state" data-label={head("state")}>
            <StatusDot tone={HEALTH[school.state]}>{t(`school.state.${school.state}`)}</StatusDot>
          </td>
          <td data-column="problems" data-label={head("problems")} data-bad={school.problems > 0 || undefined}>
            {format.number(school.problems)}
          </td>
          <td data-column="revision" data-label={head("revision")}>
            {format.number(school.revision)}
          </td>
          <td data-column="failures" data-label={head("failures")} data-bad={school.plugin_failures > 0 || undefined}>
            {format.number(school.plugin_failures)}
          </td>
          <td data-column="outbox" data-label={head("outbox")} data-bad={school.outbox.failed > 0 || undefined}>
            {t("school.waiting", { n: format.number(school.outbox.waiting) })}
            {school.outbox.failed > 0 && <> · {t("school.failed", { n: format.number(school.outbox.failed) })}</>}
          </td>
          <td data-column="storage" data-label={head("storage")}>
            <bdi>{format.bytes((school.bytes.database ?? 0) + school.bytes.files)}</bdi>
          </td>
        </LinkRow>
      )}
    />
  );
}
