import { useEffect } from "react";
import { useMaybeSchool } from "@/api/school";
import { useBilingual } from "./useBilingual";

const PRODUCT = "Qabul";

/** Sets the document title: the page, then the school. */
export function useTitle(page: string | undefined): void {
  const school = useMaybeSchool();
  const bilingual = useBilingual();
  const name = school ? bilingual(school.schoolNameLogo.lic_school_name) : PRODUCT;
  useEffect(() => {
    document.title = page ? `${page} · ${name}` : name;
  }, [page, name]);
}
