import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import shared from "../table.module.css";
import { useFormat } from "../useFormat";
import type { More } from "./useListPages";

interface Props {
  shown: number;
  /** Absent where nobody counts them. */
  total?: number | undefined;
  more: More;
  /** What the way to more is called, and what stands at the end, where a list has words of its own. */
  words?: { more?: string; end?: string };
}

/** The end of a list: how much of it is shown, and the way to more. */
export function ListEnd({ shown, total, more, words = {} }: Props) {
  const { t } = useTranslation("list");
  const format = useFormat();
  if (total === undefined && !more.available && !words.end) return null;
  return (
    <p className={shared.end} aria-live="polite">
      {total !== undefined && t("shown", { count: shown, shown: format.number(shown), total: format.number(total) })}{" "}
      {more.available ? (
        <Button variant="subtle" size="compact-sm" loading={more.loading} onClick={more.load}>
          {more.failed ? t("moreFailed") : (words.more ?? t("more"))}
        </Button>
      ) : (
        words.end
      )}
    </p>
  );
}
