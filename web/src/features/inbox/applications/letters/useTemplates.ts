import { useState } from "react";
import { useListTemplatesByHandQuery, type LetterTemplate, type Wanted } from "./calls";

const every = () => true;

/** The templates that letters are sent of by hand, and which is chosen: the first one until somebody does. */
export function useTemplates(isMeant: (template: LetterTemplate) => boolean = every) {
  const { data, error } = useListTemplatesByHandQuery(null);
  const [chosen, want] = useState<Wanted | null>(null);
  const templates = data?.items.filter(isMeant);
  const first = templates?.[0];
  const wanted = chosen ?? (first && { code: first.code, language: first.languages });
  return { templates, error, wanted, want };
}
