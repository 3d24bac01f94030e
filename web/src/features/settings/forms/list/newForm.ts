import type { Wish } from "../../desk/desk";
import { emit } from "../model/emit";
import { mendSamples } from "../model/sample";
import type { FormModel, StoredDocument } from "../model/types";

/** What a new form changes: its own file, and that the school offers it. `raw` is the document that it was read from. */
export function newForm(id: string, model: FormModel, before?: StoredDocument): Wish[] {
  const written = emit(model, before);
  return [
    { file: `forms/${id}.json`, pointer: "", value: { ...written, samples: mendSamples(written) } },
    { file: "school.yaml", pointer: `/forms/${id}`, value: {} },
  ];
}
