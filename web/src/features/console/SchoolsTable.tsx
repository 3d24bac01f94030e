import { ActionIcon, Menu } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { PlatformSchool } from "@/api/platform";
import { IconDots } from "@/ui/icons";
import { LinkRow, RowLink } from "@/ui/list/ListRow";
import { ListTable } from "@/ui/list/ListTable";
import type { More } from "@/ui/list/useListPages";
import { StatusDot } from "@/ui/record/StatusDot";
import { useBilingual } from "@/ui/useBilingual";
import { useFormat } from "@/ui/useFormat";
import classes from "./console.module.css";
import * as to from "./paths";
import { HEALTH } from "./tones";
import { offered } from "./useSwitch";

interface Props {
  schools: readonly PlatformSchool[];
  total: number | undefined;
  more: More;
  /** Asks whether to suspend or resume one. */
  onSwitch: (school: PlatformSchool) => void;
}

const COLUMNS = ["name", "state", "problems", "revision", "failures", "outbox", "storage", "actions"] as const;
/** Where a row is a card, and each cell says which it is. */
const CARDS = "(max-width: 56em)";
/** In px, as `console.module.css` draws them. */
const HEIGHT = { row: 60, card: 256 };

/** The schools, each a link to what is known of it. */
export function SchoolsTable({ schools, total, more, onSwitch }: Props) {
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
          <td data-column="actions">
            <RowMenu school={school} name={bilingual(school.name) || school.id} tabbable={row.tabbable} onSwitch={onSwitch} />
          </td>
        </LinkRow>
      )}
    />
  );
}

/** What can be done with one, without going to its page. */
function RowMenu({ school, name, tabbable, onSwitch }: { school: PlatformSchool; name: string; tabbable: boolean; onSwitch: Props["onSwitch"] }) {
  const { t } = useTranslation("console");
  const offer = offered(school);
  if (!offer) return null;
  return (
    // Its keys are its own: an arrow goes through the menu and not through the rows.
    <div role="presentation" onKeyDown={(event) => event.stopPropagation()}>
      <Menu position="bottom-end" shadow="md" floatingStrategy="fixed">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={36} tabIndex={tabbable ? 0 : -1} aria-label={t("school.menu", { school: `\u2068${name}\u2069` })}>
            <IconDots size={18} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onSwitch(school)}>{t(`school.${offer}.ask`)}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
