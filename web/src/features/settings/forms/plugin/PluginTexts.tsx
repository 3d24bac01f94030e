import { Button, Skeleton, TextInput } from "@mantine/core";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { useGetFormQuery } from "@/api/generated";
import { IconSearch } from "@/ui/icons";
import { StateScreen } from "@/ui/StateScreen";
import { useSetting } from "../../desk/useDesk";
import classes from "./plugin.module.css";
import parts from "../parts.module.css";
import { IconPuzzle } from "../icons";
import { WordsRow } from "./WordsRow";

const AT_ONCE = 40;
type Words = Record<string, string>;

/** The words of a plugin's form, found by what they say. */
export function PluginTexts({ form }: { form: string }) {
  const { t } = useTranslation("builder");
  const en = useGetFormQuery({ form, lng: "en" });
  const ar = useGetFormQuery({ form, lng: "ar" });
  const own = { en: useSetting<Words>(`locales/en/form-${form}.json`, ""), ar: useSetting<Words>(`locales/ar/form-${form}.json`, "") };
  const [query, setQuery] = useState("");
  const [most, setMost] = useState(AT_ONCE);
  const wanted = useDeferredValue(query.trim().toLowerCase());
  if (en.error || ar.error) {
    return (
      <StateScreen
        role="alert"
        icon={<IconPuzzle size={28} stroke={1.5} />}
        title={t("plugin.error")}
        text={t("plugin.error.text")}
        action={<Button onClick={() => (void en.refetch(), void ar.refetch())}>{t("retry")}</Button>}
      />
    );
  }
  if (!en.data || !ar.data) return <Skeleton height={400} radius="md" role="progressbar" aria-label={t("loading")} />;

  const standard = { en: en.data.form.messages as Words, ar: ar.data.form.messages as Words };
  const all = Object.keys(standard.en);
  const found = all.filter((key) =>
    [key, standard.en[key], standard.ar[key], own.en.value?.[key], own.ar.value?.[key]].some((text) => text?.toLowerCase().includes(wanted)),
  );
  return (
    <>
      <TextInput
        type="search"
        className={classes.find}
        label={t("plugin.search")}
        leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          setMost(AT_ONCE);
        }}
      />
      <p role="status" className={parts.quiet}>
        {found.length === 0 ? t("plugin.nothing") : t("plugin.count", { count: found.length })}
      </p>
      <ul className={classes.wordRows}>
        {found.slice(0, most).map((key) => (
          <WordsRow key={key} form={form} name={key} standard={{ en: standard.en[key] ?? "", ar: standard.ar[key] ?? "" }} />
        ))}
      </ul>
      {found.length > most && (
        <Button variant="default" onClick={() => setMost((now) => now + AT_ONCE)}>
          {t("plugin.more", { count: Math.min(AT_ONCE, found.length - most) })}
        </Button>
      )}
    </>
  );
}
