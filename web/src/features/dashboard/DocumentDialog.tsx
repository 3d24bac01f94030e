import { Dialog } from "@/ui/Dialog";
import { ShownFile } from "@/ui/ShownFile";
import { useFocusBack } from "@/ui/useFocusBack";
import type { OpenDocument } from "./applicationsSlice";
import own from "./newest.module.css";

/** Looks at a document of the selected student. */
export function DocumentDialog({ document, onClose }: { document: OpenDocument; onClose: () => void }) {
  const { doc_name: name, doc_id: file, admission_id: enquiry } = document;
  useFocusBack();
  return (
    <Dialog title={name} size="min(1100px, 96vw)" onClose={onClose}>
      <div className={own.shown}>
        <ShownFile key={file} enquiry={enquiry} file={{ file, name }} />
      </div>
    </Dialog>
  );
}
