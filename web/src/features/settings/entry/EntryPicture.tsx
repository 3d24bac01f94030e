import { useTranslation } from "react-i18next";
import { useSchool } from "@/api/school";
import { SchoolMark } from "@/ui/SchoolMark";
import { IconWorld } from "../desk/icons";
import { usePreview } from "../preview/context";
import classes from "./entry.module.css";
import { PATHS, type WayIn } from "./wayIn";
import * as toAdmission from "@/features/admission/paths";
import * as toAuth from "@/features/auth/paths";

/** The way in as a picture: the school's address, the screen that opens, and what can be reached from it. */
export function EntryPicture({ way }: { way: WayIn }) {
  const { t } = useTranslation("settingsRooms");
  const { school_id } = useSchool();
  const preview = usePreview();
  const others = [...new Set([...way.on.map((flag) => PATHS[flag]), toAuth.signIn()])].filter((path) => path !== way.path);
  const name = (path: string) => t(`entry.screen.${path as ReturnType<typeof toAuth.signIn>}`);
  const show = (path: string) => preview?.change({ screen: path, pane: "preview" });
  return (
    <figure className={classes.picture}>
      <ol className={classes.flow}>
        <li className={classes.address}>
          <IconWorld size={22} stroke={1.5} aria-hidden />
          <span>
            <span className={classes.small}>{t("entry.picture.address")}</span>
            <bdi dir="ltr">{location.host || school_id}</bdi>
          </span>
        </li>
        <li className={classes.arrow} aria-hidden />
        <li>
          <button type="button" className={classes.screen} data-screen={way.path} onClick={() => show(way.path)}>
            <span className={classes.glass} aria-hidden>
              <span className={classes.mark}>
                <SchoolMark at="header" nameHidden />
              </span>
              <Wires path={way.path} />
            </span>
            <span className={classes.caption}>
              <span className={classes.small}>{t("entry.picture.opens")}</span>
              <strong>{name(way.path)}</strong>
            </span>
          </button>
        </li>
        {others.length > 0 && (
          <>
            <li className={classes.arrow} data-on aria-hidden />
            <li className={classes.others}>
              <span className={classes.small}>{t("entry.picture.links")}</span>
              <ul>
                {others.map((path) => (
                  <li key={path}>
                    <button type="button" className={classes.other} onClick={() => show(path)}>
                      {name(path)}
                    </button>
                  </li>
                ))}
              </ul>
            </li>
          </>
        )}
      </ol>
      <figcaption className={classes.arrival}>
        <span role="status">{t("entry.picture.first", { screen: name(way.path) })}</span>
      </figcaption>
    </figure>
  );
}

/** A screen in a few lines: enough to tell it from the others. */
function Wires({ path }: { path: string }) {
  const fields = path === toAuth.signUp() ? 4 : path === toAuth.signIn() ? 2 : path === toAuth.codeSignIn() ? 1 : 0;
  return (
    <span className={classes.wires}>
      <span className={classes.line} data-kind="title" />
      {path === toAdmission.admission() && (
        <>
          <span className={classes.line} data-kind="text" />
          <span className={classes.line} data-kind="card" />
          <span className={classes.line} data-kind="card" />
        </>
      )}
      {Array.from({ length: fields }, (_, index) => (
        <span key={index} className={classes.line} data-kind="field" />
      ))}
      {path === toAuth.codeSignIn() && (
        <span className={classes.boxes}>
          {Array.from({ length: 6 }, (_, index) => (
            <span key={index} />
          ))}
        </span>
      )}
      <span className={classes.line} data-kind="button" />
    </span>
  );
}
