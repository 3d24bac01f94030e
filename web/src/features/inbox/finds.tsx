import { useListEnquiriesQuery } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { IconUser } from "@/ui/icons";
import type { Finds, Found } from "@/ui/room";
import { usePersonName } from "@/ui/usePersonName";
import { bareNumber, isWholeNumber } from "@/ui/wholeNumber";
import { useDebouncedValue } from "@mantine/hooks";
import * as to from "./paths";

const MOST = 6;

/** What the school calls it: one number, whatever else it was told by before. */
const numberOf = (row: { reference: string; registration_id?: string | null }) => row.registration_id ?? row.reference;

/** The people in the inbox, once two letters are typed and nothing more has come for a moment. */
function useFound(typed: string): readonly Found[] {
  const authority = useAppSelector((state) => state.auth.user?.authority);
  const name = usePersonName();
  const [asked] = useDebouncedValue(typed, 180);
  const found = useListEnquiriesQuery({ q: asked, pageSize: MOST }, { skip: asked.length < 2 || !may(authority, "enquiry.read") });
  if (asked.length < 2 || asked !== typed) return [];
  const rows = found.data?.items ?? [];
  // Of a whole number that one alone is meant, and an application is found by its own (`features/student`): here it is by what it was called as an enquiry.
  const meant = isWholeNumber(asked) ? rows.filter(({ reference }) => bareNumber(reference) === bareNumber(asked)) : rows;
  return meant.map((row) => ({ id: row.id, label: name(row) || numberOf(row), detail: numberOf(row), to: to.enquiry(row.id), icon: <IconUser size={18} stroke={1.5} /> }));
}

export const finds: Finds = { nameKey: "palette.people", useFound };
