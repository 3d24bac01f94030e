import { useEffect, useMemo } from "react";
import { useStore } from "react-redux";
import { enhancedApi } from "@/api/generated";
import { useAppDispatch, useAppSelector } from "@/api/hooks";
import { useLanguage } from "@/i18n/useLanguage";

/** A code without a text, made readable: "route.early_years" becomes "early years". */
export function humanise(code: string): string {
  return (code.split(".").at(-1) ?? code).replaceAll(/[_-]+/g, " ");
}

type Texts = (form: string, code: string) => string;
type ApiState = Parameters<ReturnType<typeof enhancedApi.endpoints.getForm.select>>[0];

/**
 * Texts of the codes (tags, routes) in list rows. They belong to the form, so the forms in the list are asked for,
 * each once a language; until one answers, or when it is older than the code, the code itself is made readable.
 */
export function useFormTexts(forms: readonly string[]): Texts {
  const { language } = useLanguage();
  const dispatch = useAppDispatch();
  const store = useStore();
  const wanted = [...new Set(forms)].toSorted().join(" ");

  useEffect(() => {
    if (!wanted) return;
    const subscriptions = wanted.split(" ").map((form) => dispatch(enhancedApi.endpoints.getForm.initiate({ form, lng: language })));
    return () => subscriptions.forEach((subscription) => subscription.unsubscribe());
  }, [wanted, language, dispatch]);

  // A count of answers is enough to know when to read the texts again.
  const answered = useAppSelector((state) =>
    wanted ? wanted.split(" ").filter((form) => enhancedApi.endpoints.getForm.select({ form, lng: language })(state as unknown as ApiState).data).length : 0,
  );
  return useMemo(() => {
    void answered;
    return (form, code) => {
      const entry = enhancedApi.endpoints.getForm.select({ form, lng: language })(store.getState() as ApiState);
      return entry.data?.form.messages[code] ?? humanise(code);
    };
  }, [answered, language, store]);
}
