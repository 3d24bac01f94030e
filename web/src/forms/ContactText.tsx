import { contactParts } from "@/forms/contactParts";
import classes from "./ContactText.module.css";

/** What a person wrote. Phone numbers and e-mail addresses in it run from the left in every language, and a press calls or writes. */
export function ContactText({ text }: { text: string }) {
  return contactParts(text).map(({ text: part, href }, at) =>
    href ? (
      // The parts of a text have no other name than their place.
      <a key={at} href={href} className={href.startsWith("tel:") ? classes.number : undefined}>
        <bdi dir="ltr">{part}</bdi>
      </a>
    ) : (
      part
    ),
  );
}
