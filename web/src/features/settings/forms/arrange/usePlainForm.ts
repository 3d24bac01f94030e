import { useMemo } from "react";
import { useGetPlainFormQuery } from "@/api/generatedDesk";
import { localise } from "../model/localise";
import { isStoredDocument } from "../model/types";
import { plainForm, type PlainForm } from "./model";

/** The form that is laid out, as its plugin brings it. */
export function usePlainForm(id: string): { form: PlainForm | null; failed: boolean; retry: () => void } {
  const plain = useGetPlainFormQuery({ form: id });
  const document = plain.data?.document;
  const form = useMemo(() => {
    if (!isStoredDocument(document)) return null;
    return plainForm({ en: localise(document, "en"), ar: localise(document, "ar") }, document.person, Object.values(document.receipt ?? {}));
  }, [document]);
  return { form, failed: form === null && !plain.isLoading, retry: () => void plain.refetch() };
}
