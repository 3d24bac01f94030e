import { lazy, Suspense, useState, type ReactNode } from "react";
import { useSaveFileMutation } from "@/api/download";
import { failureOf } from "@/api/envelope";

// Asked for seldom: no list waits for it.
const ConfirmIdentity = lazy(async () => ({ default: (await import("./ConfirmIdentity")).ConfirmIdentity }));

type Wanted = Parameters<ReturnType<typeof useSaveFileMutation>[0]>[0];

/**
 * Saves a list as a file. Where the server wants to know once more who asks, the dialog asks, and the file comes after it. A list that is too
 * long to wait for is taken out otherwise, where there is another way.
 */
export function useSaveList(): { save: (wanted: Wanted, tooLong?: () => void) => void; busy: boolean; failed: string | null; dialog: ReactNode } {
  const [saveFile, { isLoading, error }] = useSaveFileMutation();
  const [waiting, setWaiting] = useState<(() => void) | null>(null);
  const [elsewhere, setElsewhere] = useState(false);
  const save = async (wanted: Wanted, tooLong?: () => void) => {
    setWaiting(null);
    setElsewhere(tooLong !== undefined);
    const answer = await saveFile(wanted);
    const refused = answer.error ? failureOf(answer.error).messageId : null;
    if (refused === "L018") setWaiting(() => () => void save(wanted, tooLong));
    if (refused === "A009") tooLong?.();
  };
  const failed = error ? failureOf(error).messageId : null;
  return {
    save: (wanted, tooLong) => void save(wanted, tooLong),
    busy: isLoading,
    // What the dialog asks for is no failure, also not when it was closed.
    failed: failed === "L018" || (failed === "A009" && elsewhere) ? null : failed,
    dialog: waiting && (
      <Suspense fallback={null}>
        <ConfirmIdentity onDone={waiting} onClose={() => setWaiting(null)} />
      </Suspense>
    ),
  };
}
