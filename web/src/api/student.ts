/** A child's file: everything of one application, section by section. */
import { enhancedApi, type FindStudentApiResponse, type GetEnquiryApiResponse, type GetStudentApiResponse } from "./generated";

/** The sections that were asked for, and whom they are about. */
export type StudentFile = Omit<GetStudentApiResponse, "success" | "messageId">;
/** Whom it is about, and where that stands. */
export type FileHead = StudentFile["student"];
/** The sections of a file; whose role reads which, the server says. */
export type SectionName = StudentFile["allowed"][number];
export type FileSections = StudentFile["sections"];
/** An answer, as far as it may be read. */
export type FileField = NonNullable<FileSections["summary"]>["fields"][number];
/** A document that is wanted, or that came. */
export type FileDocument = NonNullable<FileSections["documents"]>["items"][number];
/** A note among colleagues, or a message between school and family. */
export type FileNote = NonNullable<FileSections["notes"]>["items"][number];

const tagged = enhancedApi.enhanceEndpoints({ addTagTypes: ["Enquiry", "Application", "EnquiryNotes", "EnquiryPapers", "EnquiryMessages"] });

/** Asked for with a body, though nothing is changed by it. What is medical is opened by `get_student` itself, which no cache keeps. */
const files = tagged.injectEndpoints({
  endpoints: (build) => ({
    studentFile: build.query<StudentFile, { id: string; sections: readonly SectionName[] }>({
      query: ({ id, sections }) => ({ url: "/v1/oa/student/student_data", method: "POST", params: { student_id: id }, body: { sections } }),
      providesTags: (_result, _error, { id }) => (["Enquiry", "Application", "EnquiryNotes", "EnquiryPapers", "EnquiryMessages"] as const).map((type) => ({ type, id })),
    }),
    /** The audiences that alone read some of it, where the caller is in none of them. The answers themselves are kept nowhere. */
    othersOf: build.query<readonly string[], { id: string; lng: "en" | "ar" }>({
      query: ({ id, lng }) => ({ url: `/v1/oa/enquiries/${encodeURIComponent(id)}`, params: { lng } }),
      transformResponse: ({ enquiry }: GetEnquiryApiResponse) => [...new Set(enquiry.withheld.map(({ audience }) => audience))],
    }),
    /** Whose number it is: a registration or an admission number, however it is spelled. */
    foundByNumber: build.query<FindStudentApiResponse, { enroll_number: string }>({
      query: (body) => ({ url: "/v1/oa/student/registration_data", method: "POST", body }),
    }),
  }),
});

export const { useStudentFileQuery, useOthersOfQuery, useFoundByNumberQuery } = files;
export { useGetStudentMutation } from "./generated";
