import { lazy, Suspense, useState, type ReactNode } from "react";
import { useSaveFileMutation } from "@/api/download";
import { failureOf } from "@/api/envelope";

// Asked for seldom: no list waits for it.
const ConfirmIdentity = lazy(async () => ({ default: (await import("./ConfirmIdentity")).ConfirmIdentity }));

type Wanted = Parameters<ReturnType<typeof useSaveFileMutation>[0]>[0];

/** Saves a list as a file. Where the server wants to know once more who asks, the dialog asks, and the file comes after it. */
export function useSaveList(): { save: (wanted: Wanted) => void; busy: boolean; failed: string | null; dialog: ReactNode } {
  const [saveFile, { isLoading, error }] = useSaveFileMutation();
  const [waiting, setWaiting] = useState<Wanted | null>(null);
  const save = async (wanted: Wanted) => {
    setWaiting(null);
    const answer = await saveFile(wanted);
    if (answer.error && failureOf(answer.error).messageId === "L018") setWaiting(wanted);
  };
  const failed = error ? failureOf(error).messageId : null;
  return {
    save: (wanted) => void save(wanted),
    busy: isLoading,
    // What the dialog asks for is no failure, also not when it was closed.
    failed: failed === "L018" ? null : failed,
    dialog: waiting && (
      <Suspense fallback={null}>
        <ConfirmIdentity onDone={() => void save(waiting)} onClose={() => setWaiting(null)} />
      </Suspense>
    ),
  };
}
