import { IconBell, IconLanguage, IconLock, IconShieldLock, IconUser } from "@/ui/icons";

/** The parts of a profile, in the order in which people look for them; the first is also at `/profile` itself. */
export const TABS = [
  { id: "account", icon: IconUser },
  { id: "security", icon: IconLock },
  { id: "language", icon: IconLanguage },
  { id: "notifications", icon: IconBell },
  { id: "privacy", icon: IconShieldLock },
] as const;

export type Tab = (typeof TABS)[number]["id"];

/** The part that an address names, or null for one that there is not. */
export function tabOf(name: string | undefined): Tab | null {
  if (name === undefined) return "account";
  return TABS.find((tab) => tab.id === name)?.id ?? null;
}
