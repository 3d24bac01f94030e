import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { IconClipboardList, IconPlus } from "@/ui/icons";
import { useBegun } from "@/ui/useBegun";
import { StateScreen } from "@/ui/StateScreen";
import { Card, RoomHead } from "../desk/RoomHead";
import { useDesk, useFiles, useSchoolSetting } from "../desk/useDesk";
import classes from "./parts.module.css";
import { FormRow } from "./list/FormRow";
import { NewFormDialog } from "./list/NewFormDialog";
import type { FormConfig } from "./list/offered";
import { UnofferedRow } from "./list/UnofferedRow";

/** What the school offers and where, and beginning another form. */
export function FormsRoom() {
  const { t } = useTranslation("builder");
  const { canEdit } = useDesk();
  const offered = useSchoolSetting<Record<string, FormConfig | null>>("/forms");
  const { files } = useFiles();
  const [adding, setAdding] = useBegun();
  const forms = Object.entries(offered.value ?? {}).filter((entry): entry is [string, FormConfig] => entry[1] !== null);
  const ids = new Set(forms.map(([id]) => id));
  const own = files.map(({ file }) => /^forms\/([^/]+)\.json$/.exec(file)?.[1]).filter((id) => id !== undefined);
  const idle = own.filter((id) => !ids.has(id));
  const mayAdd = canEdit({ file: "school.yaml", pointer: "/forms/-" });
  const begin = mayAdd ? (
    <Button leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />} onClick={() => setAdding(true)}>
      {t("list.new")}
    </Button>
  ) : undefined;
  return (
    <>
      <RoomHead title={t("list.title")} lead={t("list.lead")}>
        {begin}
      </RoomHead>
      {forms.length === 0 && !offered.isLoading && <StateScreen icon={<IconClipboardList size={28} stroke={1.5} />} title={t("list.empty")} text={t("list.empty.text")} action={begin} />}
      <ul className={classes.cards}>
        {forms.map(([id, config]) => (
          <li key={id}>
            <FormRow id={id} config={config} />
          </li>
        ))}
      </ul>
      {idle.length > 0 && (
        <Card title={t("list.idle")} help={t("list.idle.for")}>
          <ul className={classes.idle}>
            {idle.map((id) => (
              <UnofferedRow key={id} id={id} />
            ))}
          </ul>
        </Card>
      )}
      {adding && mayAdd && <NewFormDialog taken={[...ids, ...own]} sources={forms.filter(([, config]) => !config.plugin).map(([id]) => id)} onClose={() => setAdding(false)} />}
    </>
  );
}
