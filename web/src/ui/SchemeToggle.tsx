import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { IconMoon, IconSun } from "./icons";

/** Light or dark; until a person chooses, the device decides. */
export function SchemeToggle() {
  const { t } = useTranslation();
  const { setColorScheme } = useMantineColorScheme();
  const shown = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const label = shown === "dark" ? t("scheme.toLight") : t("scheme.toDark");
  return (
    <ActionIcon variant="subtle" color="gray" size={40} aria-label={label} title={label} onClick={() => setColorScheme(shown === "dark" ? "light" : "dark")}>
      {shown === "dark" ? <IconSun size={20} stroke={1.5} /> : <IconMoon size={20} stroke={1.5} />}
    </ActionIcon>
  );
}
