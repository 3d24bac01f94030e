import { NativeSelect, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useOpenPages, type OpenPage } from "@/ui/openPages";
import { useSections } from "../desk/sections";
import * as to from "../paths";
import classes from "./preview.module.css";
import { ENTRY_SCREENS, NAMED_SCREENS, STAFF_SCREENS, useFormScreens } from "./screens";

/** Chosen where the address is written by hand. */
const OTHER = "other";

const isKnown = <Path extends string>(paths: readonly Path[], path: string): path is Path => (paths as readonly string[]).includes(path);

/** Which page is looked at: the school's own, its forms, those of the signed-in, the settings' rooms, or any by its address. */
export function ScreenChoice({ screen, onChange }: { screen: string; onChange: (screen: string) => void }) {
  const { t } = useTranslation(["settingsDesk", "common"]);
  const forms = useFormScreens();
  const pages = useOpenPages();
  const sections = useSections();
  const [writing, setWriting] = useState(false);
  const [typed, setTyped] = useState("");

  const nameOf = ({ path, nameKey }: OpenPage) => (isKnown(ENTRY_SCREENS, path) || isKnown(STAFF_SCREENS, path) || isKnown(NAMED_SCREENS, path) ? t(`preview.screen.${path}`) : nameKey ? t(`common:${nameKey}`) : path);
  const named = (some: readonly OpenPage[]) => some.map((page) => ({ path: page.path, name: nameOf(page) }));
  const others = pages.filter(({ path, access }) => access !== "protected" && !isKnown(ENTRY_SCREENS, path));
  const groups = [
    { id: "entry", screens: [...ENTRY_SCREENS.map((path) => ({ path: path as string, name: t(`preview.screen.${path}`) })), ...named(others)] },
    { id: "forms", screens: forms.map(({ path, title }) => ({ path, name: title })) },
    { id: "staff", screens: named(pages.filter(({ access }) => access === "protected")) },
    { id: "settings", screens: sections.map(({ id }) => ({ path: to.room(id), name: t(`section.${id}`) })) },
  ] as const;
  const known = groups.some(({ screens }) => screens.some(({ path }) => path === screen));

  const go = () => {
    const path = typed.trim();
    // An address of this school alone, and never of another house.
    if (/^\/(?![/\\])/.test(path) && path !== screen) onChange(path);
  };

  return (
    <>
      <NativeSelect
        className={classes.screens}
        size="sm"
        aria-label={t("preview.screen")}
        value={writing ? OTHER : screen}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setWriting(value === OTHER);
          if (value === OTHER) setTyped(screen);
          else onChange(value);
        }}
      >
        {groups.map(
          ({ id, screens }) =>
            screens.length > 0 && (
              <optgroup key={id} label={t(`preview.group.${id}`)}>
                {screens.map(({ path, name }) => (
                  <option key={path} value={path}>
                    {name}
                  </option>
                ))}
              </optgroup>
            ),
        )}
        {!known && <option value={screen}>{screen.includes("legal=consent-") ? t("preview.screen.consent") : screen}</option>}
        <option value={OTHER}>{t("preview.screen.other")}</option>
      </NativeSelect>
      {writing && (
        <TextInput
          className={classes.screens}
          size="sm"
          dir="ltr"
          aria-label={t("preview.address")}
          placeholder="/"
          maxLength={300}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={go}
          onKeyDown={(event) => event.key === "Enter" && go()}
        />
      )}
    </>
  );
}
