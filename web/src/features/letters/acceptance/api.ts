/** What the server says of the acceptance of a place to whoever holds a link to it. Nothing of it is kept in the store. */
import { baseApi } from "@/api/baseApi";
import type { Plan, Payment } from "@/ui/PaymentSchedule";
import type { Answered, ClosedLetter, OfferLetter } from "../api";

type Status = Answered["status"] | "choosing" | "preparing";

export interface ClosedAcceptance extends Omit<ClosedLetter, "status"> {
  status: Status;
}

export interface Acceptance extends Omit<OfferLetter, "status"> {
  status: Status;
  /** What can be chosen; empty where nothing can, or can no more. */
  plans: readonly Plan[];
  /** What was chosen, or is the only way. */
  plan: Plan | null;
  /** The code of the one that the application named, while none is chosen. */
  preferred_plan?: string | null;
  deposit: Payment | null;
  currency: string;
  choices_left: number;
}

export interface Chosen {
  token: string;
  grant: string;
  locale: string;
  plan_code: string;
}

const PUBLIC = "/v1/oa/public";

const calls = baseApi.injectEndpoints({
  endpoints: (build) => ({
    readAcceptance: build.mutation<Acceptance | ClosedAcceptance, { token: string; grant: string | null }>({
      query: ({ token, grant }) => ({
        url: `${PUBLIC}/acceptance_data`,
        params: { acceptanceLetterToken: token },
        headers: grant ? { "x-letter-grant": grant } : {},
        cache: "no-store",
      }),
    }),
    choosePlan: build.mutation<Pick<Acceptance, "status">, Chosen>({
      query: ({ token, grant, locale, plan_code }) => ({
        url: `${PUBLIC}/acceptance_letter`,
        method: "POST",
        params: { acceptanceLetterToken: token },
        body: { values: { plan_code }, formData: { grant, locale } },
      }),
    }),
  }),
});

export const { useReadAcceptanceMutation, useChoosePlanMutation } = calls;
