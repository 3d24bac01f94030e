import { IconUser } from "@/ui/icons";
import classes from "./PersonMark.module.css";

interface Props {
  name: string;
  avatar?: string | null;
  size?: number;
}

/** A person's picture, or the first letters of their name; decoration beside the name. */
export function PersonMark({ name, avatar, size = 40 }: Props) {
  return (
    <span className={classes.mark} style={{ width: size, height: size, fontSize: size * 0.36 }} aria-hidden>
      {avatar ? <img src={avatar} alt="" width={size} height={size} /> : initials(name) || <IconUser size={size * 0.55} stroke={1.5} />}
    </span>
  );
}

/** The first letters of the first and the last word of a name; of an Arabic one the first alone: two would join to a word, or stand as none. */
export function initials(name: string): string {
  // A number is nobody's name.
  const words = name.trim().split(/[\s@.]+/).filter((word) => /\p{L}/u.test(word));
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? "")][0] ?? "");
  return (/\p{Script=Arabic}/u.test(letters[0] ?? "") ? (letters[0] ?? "") : letters.join("")).toUpperCase();
}
