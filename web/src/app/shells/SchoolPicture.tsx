import { useMaybeSchool } from "@/api/school";
import { SchoolDrawing } from "@/ui/SchoolDrawing";
import classes from "./SchoolPicture.module.css";

/** The school's photograph of itself, or where it has none a drawing in its colours. Decoration: who the school is stands beside it. */
export function SchoolPicture() {
  const school = useMaybeSchool();
  const photo = school?.branding.photo;
  return (
    <div className={classes.picture} aria-hidden>
      {photo ? (
        <img src={photo.src} srcSet={`${photo.small} ${photo.small_width}w, ${photo.src} ${photo.width}w`} sizes="(min-width: 62em) 46vw, 100vw" width={photo.width} height={photo.height} alt="" decoding="async" fetchPriority="low" />
      ) : (
        <SchoolDrawing kind={school?.kind_of_institution ?? "school"} seed={school?.school_id ?? ""} />
      )}
    </div>
  );
}
