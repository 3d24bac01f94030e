import { IconBell, IconClipboardList, IconLanguage, IconLock, IconShieldLock, IconUser } from "@/ui/icons";

/** The parts of a profile, in the order in which people look for them; the first is also at `/profile` itself. */
const TABS = [
  { id: "account", icon: IconUser },
  { id: "security", icon: IconLock },
  { id: "language", icon: IconLanguage },
  { id: "notifications", icon: IconBell },
  { id: "consents", icon: IconClipboardList },
  { id: "privacy", icon: IconShieldLock },
] as const;

export type Tab = (typeof TABS)[number]["id"];

/** The parts of somebody's profile: only a family is asked for its consent. */
export const tabsOf = (isFamily: boolean) => TABS.filter(({ id }) => isFamily || id !== "consents");

/** The part that an address names, or null for one that there is not. */
export function tabOf(name: string | undefined, isFamily: boolean): Tab | null {
  if (name === undefined) return "account";
  return tabsOf(isFamily).find((tab) => tab.id === name)?.id ?? null;
}
