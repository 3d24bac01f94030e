import { SchoolMark } from "@/ui/SchoolMark";
import classes from "./SchoolPanel.module.css";
import { SwiperTexts } from "./SwiperTexts";

/** The school's picture of itself beside the sign-in card; wide screens only. */
export function SchoolPanel() {
  return (
    <aside className={classes.panel}>
      <div className={classes.plate}>
        <SchoolMark at="sign_in" />
      </div>
      <SwiperTexts />
    </aside>
  );
}
