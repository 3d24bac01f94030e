/** The first set-up of a school (docs/contracts.md, section 6.1). */
import { baseApi } from "./baseApi";

/** The steps of the guide, in the order in which they are walked. */
export const SETUP_STEPS = ["logo", "colours", "dates", "entry", "form", "colleague", "publish"] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** How far a school's set-up is; `done` is worked out by the server from what there is. */
export interface Setup {
  finished: boolean;
  skipped: SetupStep[];
  done: SetupStep[];
}

interface SetupAnswer {
  setup: Setup;
}

const setupApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getSetup: build.query<SetupAnswer, void>({ query: () => ({ url: "/v1/oa/settings/setup" }) }),
    updateSetup: build.mutation<SetupAnswer, Partial<Pick<Setup, "skipped" | "finished">>>({
      query: (body) => ({ url: "/v1/oa/settings/setup", method: "PATCH", body }),
      // The answer is what the next look would say.
      async onQueryStarted(_change, { dispatch, queryFulfilled }) {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (data) void dispatch(setupApi.util.upsertQueryData("getSetup", undefined, data));
      },
    }),
  }),
});

export const { useGetSetupQuery, useUpdateSetupMutation } = setupApi;

/**
 * Whether nobody has begun with it: nothing changed, nothing passed over, nothing published, and nobody else there. A school that
 * its operators furnished has more than one person, and is left in peace.
 */
export function isUntouched({ finished, skipped, done }: Setup): boolean {
  return !finished && skipped.length === 0 && done.length === 0;
}

/** Whether somebody is in the middle of it: begun and neither published nor ended. */
export function isUnderWay({ finished, skipped, done }: Setup): boolean {
  return !finished && !done.includes("publish") && (skipped.length > 0 || done.some((step) => step !== "colleague"));
}

/** The first step that is neither done nor passed over; null where none is left. */
export function nextOpen({ skipped, done }: Setup): SetupStep | null {
  return SETUP_STEPS.find((step) => !done.includes(step) && !skipped.includes(step)) ?? null;
}
