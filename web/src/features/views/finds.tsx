import type { ViewList } from "@/api/views";
import { useListViewsQuery } from "@/api/views";
import * as toAudit from "@/features/audit/paths";
import * as toInbox from "@/features/inbox/paths";
import * as toPeople from "@/features/people/paths";
import * as toTills from "@/features/tills/paths";
import { IconFilter } from "@/ui/icons";
import { searchOf } from "@/ui/list/views";
import type { Finds, Found } from "@/ui/room";

const LISTS: Readonly<Record<ViewList, string>> = { inbox: toInbox.enquiries(), people: toPeople.people(), tills: toTills.tills(), audit: toAudit.audit() };

/** Saved views by their names, whichever list they are of; the server gives those of lists that one may see. */
function useFound(typed: string): readonly Found[] {
  const { data } = useListViewsQuery(undefined, { skip: typed === "" });
  if (typed === "") return [];
  const found = (data?.items ?? []).filter(({ name }) => name.toLocaleLowerCase().includes(typed.toLocaleLowerCase()));
  return found.map(({ id, list, name, query }) => ({ id: `view-${id}`, label: name, to: `${LISTS[list]}${searchOf(query, id)}`, icon: <IconFilter size={18} stroke={1.5} /> }));
}

export const finds: Finds = { nameKey: "palette.views", useFound };
