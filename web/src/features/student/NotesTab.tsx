import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import type { FileNote } from "@/api/student";
import * as toInbox from "@/features/inbox/paths";
import { IconMail, IconNote } from "@/ui/icons";
import record from "@/ui/record/record.module.css";
import { useFormat } from "@/ui/useFormat";
import { SectionPanel } from "./SectionPanel";
import classes from "./student.module.css";

const SIZE = { size: 16, stroke: 1.5, "aria-hidden": true } as const;

/** What colleagues wrote for each other, and what the family sees, each marked as what it is. */
export function NotesTab({ id }: { id: string }) {
  const { t } = useTranslation("student");
  const writes = useAppSelector((state) => may(state.auth.user?.authority, "enquiry.review"));
  const edits = useAppSelector((state) => may(state.auth.user?.authority, "enquiry.edit"));
  return (
    <>
      {writes && (
        <div className={classes.acts}>
          <Button component={Link} to={toInbox.enquiry(id)} variant="default">
            {t("notes.write")}
          </Button>
          {edits && (
            <Button component={Link} to={`${toInbox.enquiry(id)}?tab=messages`} variant="default">
              {t("notes.message")}
            </Button>
          )}
        </div>
      )}
      <SectionPanel id={id} sections={["notes"]}>
        {({ notes }) => {
          const written = notes?.items ?? [];
          if (written.length === 0) return <p className={record.quiet}>{t("notes.none")}</p>;
          return (
            <ul className={classes.list} aria-label={t("notes.list")}>
              {written.map((note) => (
                <Note key={note.id} note={note} />
              ))}
            </ul>
          );
        }}
      </SectionPanel>
    </>
  );
}

function Note({ note }: { note: FileNote }) {
  const { t } = useTranslation("student");
  const format = useFormat();
  return (
    <li className={classes.item}>
      <p className={classes.text} dir="auto">
        {note.text}
      </p>
      <div className={classes.itemHead}>
        <span className={record.quiet}>
          {note.author ? <bdi>{note.author}</bdi> : t("notes.fromFamily")} · <time dateTime={note.at}>{format.instant(note.at)}</time>
        </span>
        <span className={`${record.quiet} ${classes.mark}`}>
          {note.visible_to_family ? <IconMail {...SIZE} /> : <IconNote {...SIZE} />}
          {t(note.visible_to_family ? "notes.family" : "notes.internal")}
        </span>
      </div>
    </li>
  );
}
