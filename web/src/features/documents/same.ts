import type { FamilyFile } from "@/api/generatedTypes";
import type { Bilingual } from "@/api/types";

/** Whether a file is the document that is asked for here, as far as its form called it the same. */
export const isSame = ({ label }: Pick<FamilyFile, "label">, title: Bilingual): boolean => label.en === title.en || label.ar === title.ar;
