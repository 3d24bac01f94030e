import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useState } from "react";
import type { LetterPage } from "@/api/generated";
import { usePreviewLetterPageMutation, useShowLetterMutation } from "@/api/generatedDesk";
import { failureOf, type Failure } from "@/api/envelope";
import { useDesk } from "../desk/useDesk";
import type { PaperLanguage } from "./letters";

const QUIET_MS = 400;

interface Previewed {
  page: LetterPage | null;
  /** Where the paper is shown. */
  paper: string | null;
  failure: Failure | null;
  /** What is shown is older than the draft, or cannot be shown as it is now. */
  isStale: boolean;
}

/** A letter of the draft as families will see it, asked for after some quiet; the last whole one stays while the next is on its way. */
export function usePreviewed(code: string, language: PaperLanguage): Previewed {
  const { draft, flush } = useDesk();
  const [quiet] = useDebouncedValue(draft.version, QUIET_MS);
  const [askPage] = usePreviewLetterPageMutation();
  const [askPaper] = useShowLetterMutation();
  const [shown, setShown] = useState<{ page: LetterPage | null; paper: string | null; failure: Failure | null; version: number }>({ page: null, paper: null, failure: null, version: -1 });
  useEffect(() => {
    let over = false;
    const ask = async () => {
      // What was typed just now is seen too.
      await flush();
      const asked = { code, previewLetterRequest: { language } };
      const [page, paper] = await Promise.all([askPage(asked), askPaper(asked)]);
      if (over) return;
      const error = page.error ?? paper.error;
      setShown((before) => ({
        page: page.data?.page ?? before.page,
        paper: paper.data?.address ?? before.paper,
        failure: error ? failureOf(error) : null,
        version: quiet,
      }));
    };
    void ask();
    return () => {
      over = true;
    };
  }, [askPage, askPaper, flush, code, language, quiet]);
  return { page: shown.page, paper: shown.paper, failure: shown.failure, isStale: shown.failure !== null || shown.version < draft.version };
}
