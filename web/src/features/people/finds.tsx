import { useListPeopleQuery } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { IconUsers } from "@/ui/icons";
import type { Finds, Found } from "@/ui/room";
import { useDebouncedValue } from "@mantine/hooks";
import * as to from "./paths";

const MOST = 6;

/** Colleagues, for who may change them: once two letters are typed and nothing more has come for a moment. */
function useFound(typed: string): readonly Found[] {
  const authority = useAppSelector((state) => state.auth.user?.authority);
  const [asked] = useDebouncedValue(typed, 180);
  const found = useListPeopleQuery({ q: asked, kind: "staff", pageSize: MOST }, { skip: asked.length < 2 || !may(authority, "user.manage") });
  if (asked.length < 2 || asked !== typed) return [];
  return (found.data?.items ?? []).map(({ id, name, email, staff_code }) => {
    const known = email || staff_code || "";
    return { id: `person-${id}`, label: name || known, detail: name ? known : "", to: to.colleague(id, asked), icon: <IconUsers size={18} stroke={1.5} /> };
  });
}

export const finds: Finds = { nameKey: "nav.people", useFound };
