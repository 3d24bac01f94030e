/** The calls of staff that change papers, and what they make stale: as `reviewPaper`, for whoever looks at papers alone. */
import { enhancedApi } from "./generated";

/** Their answers say how all papers stand then; what may be asked for is another thing then, and so is what is missing of an application. */
const after = (id: string) => [{ type: "EnquiryPapers" as const, id }, { type: "EnquiryMessages" as const, id }, { type: "Enquiry" as const, id }];

const tagged = enhancedApi.enhanceEndpoints({ addTagTypes: ["EnquiryPapers", "EnquiryMessages", "Enquiry"] }).enhanceEndpoints({
  endpoints: {
    waivePaper: { invalidatesTags: (_result, _error, { id }) => after(id) },
    addEnquiryFile: { invalidatesTags: (_result, _error, { id }) => after(id) },
    addStudentItem: { invalidatesTags: (_result, _error, { addStudentItemRequest: { admission_id: id } }) => after(id) },
    removeStudentItem: { invalidatesTags: (_result, _error, { removeStudentItemRequest: { admission_id: id } }) => after(id) },
    restoreStudentItem: { invalidatesTags: (_result, _error, { restoreStudentItemRequest: { admission_id: id } }) => after(id) },
  },
});

export const { useWaivePaperMutation, useAddEnquiryFileMutation, useRemoveStudentItemMutation, useRestoreStudentItemMutation } = tagged;
