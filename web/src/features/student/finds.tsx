import { useDebouncedValue } from "@mantine/hooks";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import { useFoundByNumberQuery } from "@/api/student";
import { IconSchool } from "@/ui/icons";
import type { Finds, Found } from "@/ui/room";
import { usePersonName } from "@/ui/usePersonName";
import { isWholeNumber } from "@/ui/wholeNumber";
import * as to from "./paths";

/** The child of a registration or admission number, once the whole of it is typed: beginnings are found among the enquiries. */
function useFound(typed: string): readonly Found[] {
  const authority = useAppSelector((state) => state.auth.user?.authority);
  const name = usePersonName();
  const [asked] = useDebouncedValue(typed, 180);
  const isAsked = isWholeNumber(asked) && may(authority, "enquiry.read");
  const { currentData, isError } = useFoundByNumberQuery({ enroll_number: asked }, { skip: !isAsked });
  if (!isAsked || asked !== typed || isError || !currentData) return [];
  const { student } = currentData;
  const number = student.admission_number ?? student.registration_id;
  const label = name({ person: student.student_name, person_ar: student.student_name_ar }) || number;
  return [{ id: `student-${student.student_id}`, label, detail: number, to: to.student(student.student_id), icon: <IconSchool size={18} stroke={1.5} /> }];
}

export const finds: Finds = { nameKey: "palette.numbers", useFound };
