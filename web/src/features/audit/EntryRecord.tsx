import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { IconFilter } from "@/ui/icons";
import { Fact, Facts } from "@/ui/record/Facts";
import { RecordHead } from "@/ui/record/RecordHead";
import { useFormat } from "@/ui/useFormat";
import type { AuditEntry } from "./api";
import { useEntryWords, type Names } from "./useEntryWords";

/** One entry of the log, whole: who did what to what, when, from where, and all that was written down of it. */
export function EntryRecord({ entry, names, onActor }: { entry: AuditEntry; names: Names; onActor: (id: string) => void }) {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const words = useEntryWords(names);
  const { id } = entry.actor;
  return (
    <>
      <RecordHead order={2} title={words.action(entry)} line={<time dateTime={entry.at}>{format.instant(entry.at)}</time>} />
      <Facts>
        <Fact name={t("audit.column.actor")}>
          <bdi>{words.who(entry)}</bdi>
        </Fact>
        <Fact name={t("audit.column.object")}>{words.about(entry)}</Fact>
        {words.details(entry).map(({ key, name, value, technical }) => (
          <Fact key={key} name={name} wide={value.length > 40}>
            <bdi dir={technical ? "ltr" : undefined}>{value}</bdi>
          </Fact>
        ))}
        <Fact name={t("audit.request")} wide>
          <bdi dir="ltr">{entry.request_id}</bdi>
        </Fact>
      </Facts>
      {id && (
        <div>
          <Button variant="default" leftSection={<IconFilter size={18} stroke={1.5} aria-hidden />} onClick={() => onActor(id)}>
            {t("audit.only")}
          </Button>
        </div>
      )}
    </>
  );
}
