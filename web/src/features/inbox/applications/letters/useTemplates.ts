import { useState } from "react";
import { useListTemplatesByHandQuery, type Wanted } from "./calls";

/** The templates that letters are sent of by hand, and which is chosen: the first one until somebody does. */
export function useTemplates() {
  const { data, error } = useListTemplatesByHandQuery(null);
  const [chosen, want] = useState<Wanted | null>(null);
  const first = data?.items[0];
  const wanted = chosen ?? (first && { code: first.code, language: first.languages });
  return { templates: data?.items, error, wanted, want };
}
