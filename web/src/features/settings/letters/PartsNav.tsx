import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./letters.module.css";

interface Part {
  /** Of the element that it stands in. */
  id: string;
  title: string;
  /** It is within the part of this id, which is shown where itself is not. */
  within?: string;
}

/** Of the screen, whatever stands there is read: below what sticks to its top, above its middle. */
const READ = "-220px 0px -50% 0px";

/** The parts of a long editor: a list that stays beside it, and on a narrow screen opens above it. */
export function PartsNav({ parts }: { parts: readonly Part[] }) {
  const { t } = useTranslation("settingsLetters");
  const [current, setCurrent] = useState(parts[0]?.id);
  const ids = parts.map(({ id }) => id).join(" ");
  useEffect(() => {
    if (!globalThis.IntersectionObserver) return;
    const seen = new IntersectionObserver((entries) => entries.forEach(({ isIntersecting, target }) => isIntersecting && setCurrent(target.id)), { rootMargin: READ });
    for (const id of ids.split(" ")) {
      const part = document.getElementById(id);
      if (part) seen.observe(part);
    }
    return () => seen.disconnect();
  }, [ids]);
  const list = (
    <ul>
      {parts.map(({ id, title, within }) => (
        <li key={id} data-within={within ? true : undefined}>
          <a
            href={`#${id}`}
            aria-current={id === current ? "location" : undefined}
            onClick={(event) => {
              // The address is the room's; the keyboard comes along.
              event.preventDefault();
              event.currentTarget.closest("details")?.removeAttribute("open");
              show(id, within);
            }}
          >
            <bdi>{title}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
  return (
    <nav className={classes.parts} aria-label={t("parts")}>
      <div className={classes.beside}>{list}</div>
      <details className={classes.above}>
        <summary>{t("parts")}</summary>
        {list}
      </details>
    </nav>
  );
}

function show(id: string, within = "") {
  const part = document.getElementById(id) ?? document.getElementById(within);
  part?.focus({ preventScroll: true });
  part?.scrollIntoView({ block: "start" });
}
