import { useTranslation } from "react-i18next";
import { sectionOf, useSections, type SectionId } from "../desk/sections";
import type { Change } from "../desk/types";
import { useSchoolSetting } from "../desk/useDesk";
import { ChangeRow } from "./ChangeRow";
import classes from "./changes.module.css";
import { FileGroup } from "./FileGroup";
import { Folded } from "./Folded";
import { FormGroup } from "./FormGroup";
import { asLists, formOf, groupsOf, type Group } from "./groups";

type Room = SectionId | "other";

interface Props {
  changes: readonly Change[];
  /** From what is live to the draft: both are known as a whole, and not only by where they differ. */
  isDraft?: boolean;
}

/** What changes, in words: by room of the desk, forms and tables in sentences, the rest with the old beside the new. */
export function ChangeList({ changes, isDraft = false }: Props) {
  const { t } = useTranslation(["settingsDesk", "settingsChanges"]);
  const sections = useSections();
  const school = useSchoolSetting<unknown>("");
  const rooms = [...new Set<Room>([...sections.map(({ id }) => id), "forms", "other"])];
  const told = isDraft ? asLists(changes, school.published, school.value) : changes;
  const byRoom = rooms.map((room) => ({ room, groups: groupsOf(told.filter((change) => (sectionOf(sections, change) ?? (formOf(change) ? "forms" : "other")) === room)) })).filter(({ groups }) => groups.length > 0);
  const alone = byRoom.length === 1 && byRoom[0]?.groups.length === 1;
  return (
    <div className={classes.changes}>
      {byRoom.map(({ room, groups }) => (
        <section key={room} aria-label={t(`section.${room}`)}>
          <h3 className={classes.room}>{t(`section.${room}`)}</h3>
          <Folded items={groups}>
            {(some) => (
              <dl className={classes.list}>
                {some.map((group) => (
                  <GroupRow key={keyOf(group)} group={group} isDraft={isDraft} />
                ))}
              </dl>
            )}
          </Folded>
        </section>
      ))}
      {alone && <p className={classes.only}>{t("settingsChanges:nothingElse")}</p>}
    </div>
  );
}

function GroupRow({ group, isDraft }: { group: Group; isDraft: boolean }) {
  if (group.kind === "form") return <FormGroup id={group.id} changes={group.changes} isDraft={isDraft} />;
  if (group.kind === "file") return <FileGroup file={group.file} changes={group.changes} isDraft={isDraft} />;
  return <ChangeRow change={group.change} />;
}

const keyOf = (group: Group) => (group.kind === "form" ? `form ${group.id}` : group.kind === "file" ? group.file : `${group.change.file}#${group.change.pointer}`);

/** The same as a YAML diff, folded: for those who read such things. */
export function DiffFold({ diff }: { diff: string }) {
  const { t } = useTranslation("settingsDesk");
  if (diff.trim() === "") return null;
  return (
    <details className={classes.fold}>
      <summary>{t("change.diff")}</summary>
      <pre className={classes.diff} dir="ltr" tabIndex={0} aria-label={t("change.diff")}>
        {diff.split("\n").map((line, index) => (
          <span key={index} data-kind={line.startsWith("+") ? "in" : line.startsWith("-") ? "out" : line.startsWith("@@") ? "at" : undefined}>
            {line}
            {"\n"}
          </span>
        ))}
      </pre>
    </details>
  );
}
