/** The address of a student's file. */

export const student = (id: string) => `/student/${id}`;
