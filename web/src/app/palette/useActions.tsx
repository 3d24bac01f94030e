import { useMantineColorScheme } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch, useAppSelector } from "@/api/hooks";
import { isFamily, may } from "@/api/may";
import { useSchool } from "@/api/school";
import { signOut } from "@/api/signOut";
import * as toInbox from "@/features/inbox/paths";
import * as toSettings from "@/features/settings/paths";
import * as toTills from "@/features/tills/paths";
import { LANGUAGE_NAMES, LANGUAGES } from "@/i18n/languages";
import { useLanguage } from "@/i18n/useLanguage";
import { IconDeviceDesktop, IconDownload, IconKeyboard, IconLanguage, IconLogout, IconMoon, IconPlus, IconSun } from "@/ui/icons";
import { BEGIN } from "@/ui/useBegun";

/** Something that can be done from anywhere: at once, or by leading to where it is begun. */
export interface Action {
  id: string;
  label: string;
  /** Other words by which somebody looks for it. */
  words: string;
  icon: ReactNode;
  run?: () => void;
  to?: string;
  state?: object;
}

const SIZE = { size: 18, stroke: 1.5 } as const;

/** What can be done here: the look, the language, help, the way out, and what the person's rights let them begin. */
export function useActions(onKeys: () => void): readonly Action[] {
  const { t } = useTranslation(["keys", "common"]);
  const { setColorScheme } = useMantineColorScheme();
  const { language, change } = useLanguage();
  const { languages } = useSchool();
  const dispatch = useAppDispatch();
  const authority = useAppSelector((state) => state.auth.user?.authority ?? []);
  const other = LANGUAGES.find((each) => each !== language && languages.includes(each));
  const begin = (id: "form" | "till", to: string): Action => ({ id: `new-${id}`, label: t(`action.new.${id}`), words: t(`action.new.${id}.words`), icon: <IconPlus {...SIZE} />, to, state: BEGIN });
  return [
    ...(may(authority, "settings.edit") ? [begin("form", toSettings.room("forms"))] : []),
    ...(may(authority, "till.manage") ? [begin("till", toTills.tills())] : []),
    ...(may(authority, "enquiry.export") ? [{ id: "export", label: t("action.export"), words: t("action.export.words"), icon: <IconDownload {...SIZE} />, to: toInbox.enquiries(), state: BEGIN }] : []),
    { id: "dark", label: t("action.dark"), words: t("action.dark.words"), icon: <IconMoon {...SIZE} />, run: () => setColorScheme("dark") },
    { id: "light", label: t("action.light"), words: t("action.light.words"), icon: <IconSun {...SIZE} />, run: () => setColorScheme("light") },
    { id: "system", label: t("action.system"), words: t("action.system.words"), icon: <IconDeviceDesktop {...SIZE} />, run: () => setColorScheme("auto") },
    ...(other ? [{ id: "language", label: t("action.language", { language: LANGUAGE_NAMES[other] }), words: t("action.language.words"), icon: <IconLanguage {...SIZE} />, run: () => change(other) }] : []),
    ...(isFamily(authority) ? [] : [{ id: "keys", label: t("title"), words: t("action.keys.words"), icon: <IconKeyboard {...SIZE} />, run: onKeys }]),
    { id: "sign-out", label: t("common:user.signOut"), words: t("action.signOut.words"), icon: <IconLogout className="mirror" {...SIZE} />, run: () => void dispatch(signOut()) },
  ];
}
