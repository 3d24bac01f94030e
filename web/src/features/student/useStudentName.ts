import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { FileHead } from "@/api/student";
import { usePersonName } from "@/ui/usePersonName";

/** What a child is called here; never nothing. */
export function useStudentName(): (student: Pick<FileHead, "student_name" | "student_name_ar">) => string {
  const { t } = useTranslation("student");
  const name = usePersonName();
  return useCallback(({ student_name: person, student_name_ar: person_ar }) => name({ person, person_ar }) || t("noName"), [name, t]);
}
