import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useSchool } from "@/api/school";
import { toPointer } from "@/forms/pointer";
import { useLanguage } from "@/i18n/useLanguage";
import * as toPeople from "@/features/people/paths";
import { IconAlertTriangle, IconPlus, IconTrash } from "@/ui/icons";
import { useAudienceMembers } from "@/ui/useAudienceMembers";
import { useFormat } from "@/ui/useFormat";
import { Marks } from "../desk/Marks";
import { useSchoolSetting } from "../desk/useDesk";
import classes from "./roles.module.css";

interface Named {
  name: { en: string; ar: string };
}

/** As many of its own a school may have. */
const MOST = 20;
const LANGUAGES = ["en", "ar"] as const;

/** Those that every school has: another name is the school's own word for them. */
export const USUAL = ["finance", "health", "hr_panel", "learning_support"] as const;

/** The id of an audience, made of its English name; empty where nothing of it can be one. */
export function idOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_").replaceAll(/^[_0-9]+|_+$/g, "").slice(0, 40);
}

/** Who of the staff reads what forms keep for some of them: how each audience is called, and others of the school's own. */
export function Audiences() {
  const { t } = useTranslation("settingsRooms");
  const setting = useSchoolSetting<Record<string, Named | null>>("/audiences");
  const own = Object.keys(setting.value ?? {}).filter((id) => setting.value?.[id]);
  const ids = [...USUAL, ...own.filter((id) => !USUAL.some((usual) => usual === id)).toSorted()];
  return (
    <>
      <ul className={classes.statuses}>
        {ids.map((id) => (
          <AudienceRow key={id} id={id} />
        ))}
      </ul>
      {!setting.readOnly && own.length < MOST && <NewAudience taken={ids} onAdd={(id, name) => setting.set({ ...setting.value, [id]: { name } })} />}
      {own.length >= MOST && <p className={classes.legend}>{t("audiences.most", { count: MOST })}</p>}
    </>
  );
}

function AudienceRow({ id }: { id: string }) {
  const { t } = useTranslation(["settingsRooms", "settingsDesk"]);
  const { language: shown } = useLanguage();
  const standard = useSchool().audiences.find((each) => each.id === id)?.name;
  const pointer = toPointer(["audiences", id]);
  const setting = useSchoolSetting<Named | null>(pointer);
  const name = { en: "", ar: "", ...setting.value?.name };
  const isUsual = USUAL.some((usual) => usual === id);
  const title = name[shown] || standard?.[shown] || id;
  const set = (part: Partial<Named["name"]>, language: "en" | "ar") => {
    const next = { ...name, ...part };
    // A usual one without a name of the school's is called as everywhere.
    setting.set(isUsual && next.en.trim() === "" && next.ar.trim() === "" ? undefined : { name: next }, language);
  };
  const missing = (language: "en" | "ar") => name[language].trim() === "" && (!isUsual || name[language === "en" ? "ar" : "en"].trim() !== "");
  return (
    <li className={classes.status}>
      <span className={classes.statusName}>
        <strong>{title}</strong>
        {!isUsual && !setting.readOnly && (
          <Button size="compact-sm" variant="subtle" color="red" leftSection={<IconTrash size={16} stroke={1.5} aria-hidden />} onClick={() => setting.set(undefined, "remove")}>
            {t("audiences.remove", { name: title })}
          </Button>
        )}
      </span>
      {LANGUAGES.map((language) => (
        <TextInput
          key={language}
          label={t(`settingsDesk:in.${language}`, { what: title })}
          labelProps={{ className: "unseen" }}
          lang={language}
          dir={language === "ar" ? "rtl" : "ltr"}
          maxLength={120}
          placeholder={isUsual ? standard?.[language] : undefined}
          value={name[language]}
          readOnly={setting.readOnly !== null}
          error={missing(language) ? t("statuses.both") : undefined}
          onChange={(event) => set({ [language]: event.currentTarget.value }, language)}
        />
      ))}
      <Members id={id} name={title} />
      <Marks setting={setting} place={{ file: "school.yaml", pointer }} invalid={t("statuses.both")} />
    </li>
  );
}

/** How many read what is kept for it; that nobody does is said, for nobody would miss it. */
function Members({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation("settingsRooms");
  const format = useFormat();
  const all = useAudienceMembers();
  if (!all) return null;
  const count = all.find((each) => each.id === id)?.members;
  if (count === undefined) return <p className={classes.members}>{t("audiences.later")}</p>;
  if (count > 0) {
    return (
      <p className={classes.members}>
        <Link to={toPeople.members(id)}>{t("audiences.members", { count, shown: format.number(count) })}</Link>
      </p>
    );
  }
  return (
    <p className={classes.members}>
      <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
      <span>{t("audiences.nobody")}</span>
      <Link to={toPeople.staff()} aria-label={t("audiences.choose.label", { name })}>
        {t("audiences.choose")}
      </Link>
    </p>
  );
}

/** One of the school's own: both names at once, for families read who it is. */
function NewAudience({ taken, onAdd }: { taken: readonly string[]; onAdd: (id: string, name: Named["name"]) => void }) {
  const { t } = useTranslation("settingsRooms");
  const [name, setName] = useState({ en: "", ar: "" });
  const id = idOf(name.en);
  const isTaken = taken.includes(id);
  const add = () => {
    onAdd(id, { en: name.en.trim(), ar: name.ar.trim() });
    setName({ en: "", ar: "" });
  };
  return (
    <form
      className={classes.status}
      aria-label={t("audiences.new")}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <span className={classes.statusName}>{t("audiences.new")}</span>
      {LANGUAGES.map((language) => (
        <TextInput
          key={language}
          label={t(`audiences.new.${language}`)}
          labelProps={{ className: "unseen" }}
          placeholder={t(`audiences.new.${language}`)}
          lang={language}
          dir={language === "ar" ? "rtl" : "ltr"}
          maxLength={120}
          value={name[language]}
          error={language === "en" && isTaken ? t("audiences.taken") : language === "en" && name.en.trim() !== "" && id === "" ? t("audiences.letters") : undefined}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setName((before) => ({ ...before, [language]: value }));
          }}
        />
      ))}
      <Button type="submit" variant="default" leftSection={<IconPlus size={16} stroke={2} aria-hidden />} disabled={id === "" || isTaken || name.ar.trim() === ""}>
        {t("audiences.add")}
      </Button>
    </form>
  );
}
