/** The addresses of the documents of applications. */

/** All whose documents an account adds. */
export const all = () => "/upload" as const;
/** Its checklist, where documents are photographed and sent. */
export const upload = (id: string) => `/upload/${id}` as const;
