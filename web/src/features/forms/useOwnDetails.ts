import { useMemo } from "react";
import { useGetProfileQuery } from "@/api/generated";
import { useAppSelector } from "@/api/hooks";
import { may } from "@/api/may";
import type { Values } from "@/forms/model";
import type { FormView } from "./api";

/** Whose details a form may ask of who fills it in: of whoever answers for the child, or of who writes for themselves. */
const WHO = ["guardian", "contact"] as const;

/** What a signed-in family has told in its profile, as answers to a form that asks for it; null while it is on its way. */
export function useOwnDetails(form: FormView | undefined): Values | null {
  const isFamily = useAppSelector((state) => may(state.auth.user?.authority, "family.read"));
  const { data, isError } = useGetProfileQuery(undefined, { skip: !isFamily });
  return useMemo(() => {
    if (!isFamily || isError) return NOTHING;
    if (!data || !form) return null;
    const { name, email, phone } = data.profile;
    const subject = (form.subject ?? {}) as Record<string, string>;
    const told = Object.entries({ name, email, phone }).flatMap(([what, value]) => {
      const field = WHO.map((who) => subject[`${who}.${what}`]).find((found) => found !== undefined);
      return field && value ? [[field, value] as const] : [];
    });
    return Object.fromEntries(told);
  }, [data, form, isError, isFamily]);
}

const NOTHING: Values = {};
