import { useCallback } from "react";
import type { Enquiry } from "@/api/types";
import { asDocument } from "@/forms/model";
import { allFields } from "@/forms/nodes";
import { useEnquiryText } from "./VerdictView";

/** What a file is of, by the place that it went to: a question, one of a repeated group, or what the rules want besides. */
export function usePaperName(enquiry: Enquiry): (place: string) => string | undefined {
  const text = useEnquiryText(enquiry);
  const { document, verdict } = enquiry;
  return useCallback(
    (place) => {
      const code = /^wanted:(.+?)(?::\d+)?$/.exec(place)?.[1];
      if (code) return text(code, verdict?.checklist.find((wanted) => wanted.code === code)?.params);
      const [name = "", inner] = place.split(".");
      const node = allFields(asDocument(document).schema).get(name);
      return inner ? node?.items?.properties?.[inner]?.title : node?.title;
    },
    [text, verdict, document],
  );
}
