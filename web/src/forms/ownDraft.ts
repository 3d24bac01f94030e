/** Goes with a link of ours to a draft that is the person's own: whoever follows another's is asked first. */
export const OWN_DRAFT = { own: true };
