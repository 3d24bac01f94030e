import { useMemo } from "react";
import { useGetFormQuery } from "@/api/generated";
import { asDocument } from "@/forms/model";
import { useSchoolSetting } from "../../desk/useDesk";
import { localise } from "../model/localise";
import { isStoredDocument } from "../model/types";
import { usePlainFormQuery } from "./api";
import { plainForm, withHidden, type Arrange, type PlainForm } from "./model";

/** An arranged form has its layout's digest behind the version of the plugin's own. */
const ownVersion = (version: string | undefined) => (version?.includes("-") ? version.split("-")[0] : undefined);

/**
 * The form that is laid out, as its plugin brings it. A server that does not hand that out is asked for the plugin's own version as
 * families had it before; where there is none, the form as they have it now, with what is hidden known by name.
 */
export function usePlainForm(id: string): { form: PlainForm | null; failed: boolean; retry: () => void } {
  const plain = usePlainFormQuery(id);
  const arrange = useSchoolSetting<Arrange | null>(`/forms/${id}/arrange`);
  const document = plain.data?.document;
  const known = document !== undefined && isStoredDocument(document) ? document : null;
  const skip = plain.isLoading || known !== null;
  const en = useGetFormQuery({ form: id, lng: "en" }, { skip });
  const ar = useGetFormQuery({ form: id, lng: "ar" }, { skip });
  const version = ownVersion(en.data?.form.version);
  const own = {
    en: useGetFormQuery({ form: id, lng: "en", version }, { skip: skip || version === undefined }),
    ar: useGetFormQuery({ form: id, lng: "ar", version }, { skip: skip || version === undefined }),
  };
  const looking = own.en.isLoading || own.ar.isLoading;
  const [before, after] = [own.en.data, own.ar.data];
  const hidden = arrange.published?.hide;
  const form = useMemo(() => {
    if (known) return plainForm({ en: localise(known, "en"), ar: localise(known, "ar") }, known.person, Object.values(known.receipt ?? {}));
    if (looking || !en.data || !ar.data) return null;
    if (before && after) return plainForm({ en: asDocument(before.form), ar: asDocument(after.form) });
    return withHidden(plainForm({ en: asDocument(en.data.form), ar: asDocument(ar.data.form) }), hidden ?? []);
  }, [known, looking, en.data, ar.data, before, after, hidden]);
  const retry = () => {
    void plain.refetch();
    if (skip) return;
    void en.refetch();
    void ar.refetch();
  };
  return { form, failed: form === null && (en.isError || ar.isError), retry };
}
