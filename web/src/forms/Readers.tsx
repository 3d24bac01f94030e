import { useAudienceName } from "@/ui/useAudiences";
import forms from "./forms.module.css";
import type { FormDocument, FormStep } from "./model";
import { readersOf } from "./readers";
import { useFormsText } from "./useFormsText";

/** Who alone of the school's staff reads a step, in a line that is made of what the server goes by. */
export function Readers({ document, step }: { document: FormDocument; step: FormStep }) {
  const t = useFormsText();
  const nameOf = useAudienceName();
  const names = readersOf(document, step).map(nameOf);
  return names.length > 0 ? <p className={forms.help}>{t("readers", { names: names.join(t("readers.comma")) })}</p> : null;
}
