import userEvent, { type UserEvent } from "@testing-library/user-event";

/** Fills a field at one go, after what stands in it: what single keys do is the fields' own tests' affair, and each of them draws a page anew. */
export async function fill(field: HTMLElement, text: string, user: Pick<UserEvent, "click" | "paste"> = userEvent) {
  await user.click(field);
  await user.paste(text);
}
