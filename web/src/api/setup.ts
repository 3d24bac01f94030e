/** The first set-up of a school (docs/contracts.md, section 6.1). */
import { enhancedApi, type Setup, type SetupStep } from "./generated";

export type { Setup, SetupStep } from "./generated";

/** The steps of the guide, in the order in which they are walked. */
export const SETUP_STEPS = ["logo", "colours", "dates", "entry", "form", "colleague", "publish"] as const satisfies readonly SetupStep[];

enhancedApi.enhanceEndpoints({
  endpoints: {
    updateSetup: {
      // The answer is what the next look would say.
      async onQueryStarted(_change, { dispatch, queryFulfilled }) {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (data) void dispatch(enhancedApi.util.upsertQueryData("getSetup", undefined, data));
      },
    },
  },
});

export { useGetSetupQuery, useUpdateSetupMutation } from "./generated";

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
