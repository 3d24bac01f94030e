/** The address of the documents of one application. */

/** Its checklist, where documents are photographed and sent. */
export const upload = (id: string) => `/upload/${id}` as const;
