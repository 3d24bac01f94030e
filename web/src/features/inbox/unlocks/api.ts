/** The calls about answers that a family may change, and what they make stale. */
import { enhancedApi } from "@/api/generated";

const tagged = enhancedApi.enhanceEndpoints({ addTagTypes: ["Enquiry"] }).enhanceEndpoints({
  endpoints: {
    // What happens to the record may close them.
    listUnlocks: { providesTags: (_result, _error, { id }) => [{ type: "Enquiry", id }] },
    // The record has another version since, also where that is why it was refused.
    unlockFields: { invalidatesTags: (_result, _error, { id }) => [{ type: "Enquiry", id }] },
    endUnlock: { invalidatesTags: (_result, _error, { id }) => [{ type: "Enquiry", id }] },
  },
});

export const { useListUnlocksQuery, useUnlockFieldsMutation, useEndUnlockMutation } = tagged;
