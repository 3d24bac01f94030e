import { useMemo } from "react";
import { useGetFormQuery } from "@/api/generated";
import { asDocument } from "@/forms/model";
import { localise } from "../model/localise";
import { isStoredDocument } from "../model/types";
import { usePlainFormQuery } from "./api";
import { plainForm, type PlainForm } from "./model";

/** The form that is laid out: as its plugin brings it, else as families have it now. */
export function usePlainForm(id: string): { form: PlainForm | null; failed: boolean; retry: () => void } {
  const plain = usePlainFormQuery(id);
  const document = plain.data?.document;
  const known = document !== undefined && isStoredDocument(document) ? document : null;
  const skip = plain.isLoading || known !== null;
  const en = useGetFormQuery({ form: id, lng: "en" }, { skip });
  const ar = useGetFormQuery({ form: id, lng: "ar" }, { skip });
  const form = useMemo(() => {
    if (known) return plainForm({ en: localise(known, "en"), ar: localise(known, "ar") }, known.person, Object.values(known.receipt ?? {}));
    if (!en.data || !ar.data) return null;
    return plainForm({ en: asDocument(en.data.form), ar: asDocument(ar.data.form) });
  }, [known, en.data, ar.data]);
  const retry = () => {
    void plain.refetch();
    if (skip) return;
    void en.refetch();
    void ar.refetch();
  };
  return { form, failed: form === null && (en.isError || ar.isError), retry };
}
