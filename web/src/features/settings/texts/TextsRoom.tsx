import { Button, Chip, NativeSelect, Skeleton, TextInput } from "@mantine/core";
import "@mantine/core/styles/Chip.layer.css";
import { useDebouncedValue } from "@mantine/hooks";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type rooms from "@locales/en/settingsRooms.json";
import { failureOf } from "@/api/envelope";
import { IconAlertTriangle, IconSearch } from "@/ui/icons";
import { ListEnd } from "@/ui/list/ListEnd";
import { useListPages } from "@/ui/list/useListPages";
import { StateScreen } from "@/ui/StateScreen";
import { useMessage } from "@/ui/useMessage";
import { useTextPagesInfiniteQuery } from "../desk/api";
import { IconLanguage } from "../desk/icons";
import { RoomHead } from "../desk/RoomHead";
import { useDesk } from "../desk/useDesk";
import { usePlaceWords } from "../publish/words";
import { grouped } from "./holes";
import { TextItem } from "./TextItem";
import classes from "./texts.module.css";

const QUIET_MS = 250;

/** A namespace that has a name. */
type Part = { [Key in keyof typeof rooms]: Key extends `texts.part.${infer Name}` ? Exclude<Name, "all" | "form"> : never }[keyof typeof rooms];

/** Every word of the web app: found by its words, changed in either language, given back to the standard. */
export function TextsRoom() {
  const { t, i18n } = useTranslation("settingsRooms");
  const message = useMessage();
  const words = usePlaceWords();
  const { edits } = useDesk();
  const [search, setSearch] = useState("");
  const [ns, setNs] = useState("");
  const [changed, setChanged] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const [q] = useDebouncedValue(search.trim(), QUIET_MS);
  const asked = q !== "" || ns !== "" || changed;
  const list = useTextPagesInfiniteQuery({ q, ns, changed });
  const { rows, more } = useListPages(list);
  const groups = useMemo(() => grouped(rows), [rows]);
  const spaces = list.data?.pages[0]?.namespaces ?? [];
  // A namespace has its name among the texts; one without is called by its own.
  const named = (name: string): name is Part => i18n.exists(`texts.part.${name}`, { ns: "settingsRooms" });
  const part = (name: string) => (name.startsWith("form-") ? t("texts.part.form", { form: words.form(name.slice(5)) }) : named(name) ? t(`texts.part.${name}`) : name);
  /** What the draft says, where it says anything: typed a moment ago or saved. */
  const drafted = (language: "en" | "ar", space: string, pointer: string) => edits.find((edit) => edit.file === `locales/${language}/${space}.json` && edit.pointer === pointer);

  return (
    <>
      <RoomHead title={t("texts.title")} lead={t("texts.lead")} />
      <div className={classes.tools} role="search">
        <TextInput
          className={classes.search}
          type="search"
          label={t("texts.search")}
          placeholder={t("texts.search.example")}
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <NativeSelect
          className={classes.part}
          label={t("texts.part")}
          value={ns}
          onChange={(event) => setNs(event.currentTarget.value)}
          data={[{ value: "", label: t("texts.part.all") }, ...spaces.map((value) => ({ value, label: part(value) }))]}
        />
        <Chip checked={changed} onChange={setChanged} variant="outline" size="sm">
          {t("texts.changed")}
        </Chip>
      </div>
      {list.error ? (
        <StateScreen
          role="alert"
          icon={<IconAlertTriangle size={28} stroke={1.5} />}
          title={t("texts.failed")}
          text={message(failureOf(list.error).messageId)}
          action={<Button onClick={() => void list.refetch()}>{t("texts.retry")}</Button>}
        />
      ) : list.isFetching && groups.length === 0 ? (
        <div className={classes.list} role="status" aria-label={t("texts.loading")}>
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} height={64} radius="md" />
          ))}
        </div>
      ) : groups.length === 0 ? (
        <StateScreen
          icon={<IconLanguage size={28} stroke={1.5} />}
          title={changed && q === "" ? t("texts.noneChanged") : t("texts.nothing")}
          text={changed && q === "" ? t("texts.noneChanged.text") : t("texts.nothing.text")}
          action={
            asked && (
              <Button
                variant="default"
                onClick={() => {
                  setSearch("");
                  setNs("");
                  setChanged(false);
                }}
              >
                {t("texts.clear")}
              </Button>
            )
          }
        />
      ) : (
        <>
          <ul className={classes.list} aria-label={t("texts.list")}>
            {groups.map((group) => {
              const id = `${group.ns}:${group.base}`;
              return <TextItem key={id} group={group} part={part(group.ns)} open={opened === id} onToggle={() => setOpened(opened === id ? null : id)} drafted={drafted} />;
            })}
          </ul>
          <ListEnd shown={groups.length} more={more} words={{ more: t("texts.more") }} />
        </>
      )}
    </>
  );
}
