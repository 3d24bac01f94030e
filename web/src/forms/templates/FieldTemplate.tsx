import type { FieldTemplateProps } from "@rjsf/utils";
import { useMaybeSchool } from "@/api/school";
import { useInstitution } from "@/ui/useInstitution";
import { contextOf } from "../context";
import { IconAlertTriangle, IconExclamationCircle } from "../icons";
import type { FieldWidth, SchemaNode } from "../model";
import { isGroup } from "../nodes";
import { paperNote } from "../paperNote";
import { fieldName } from "../pointer";
import { pointerOf } from "../widgets/input";
import classes from "../forms.module.css";

/** Widgets of several inputs: their label names a group, not one input. */
const GROUPED = new Set(["radio", "checkboxes", "upload", "signature"]);

/** One field: label, help above the input, the input, then what is wrong or worth a look. */
export function FieldTemplate(props: FieldTemplateProps) {
  const { id, label, rawHelp, rawDescription, rawErrors = [], required, children, schema, uiSchema, registry } = props;
  const isHijri = useMaybeSchool()?.hijri === true;
  const institution = useInstitution();
  const node = schema as SchemaNode;
  const width = (uiSchema?.["x-width"] ?? "full") as FieldWidth;
  if (node.type === "object" || isGroup(node)) return <div className={classes.block}>{children}</div>;
  if (node.type === "null") return <div className={classes.block}>{children}</div>;

  const { t, warnings, papers } = contextOf(registry);
  const widget = String(uiSchema?.["ui:widget"] ?? "text");
  const help = [rawDescription, rawHelp].filter((text) => typeof text === "string" && text !== "") as string[];
  const title = (
    <>
      {label}
      {!required && " "}
      {!required && <span className={classes.optional}>{t(widget === "upload" ? paperNote(node, fieldName(pointerOf(id)), papers) : "field.optional")}</span>}
    </>
  );
  return (
    <div className={classes.field} data-width={width} data-invalid={rawErrors.length > 0 || undefined}>
      <div className={classes.fieldHead}>
        {widget === "checkbox" ? null : GROUPED.has(widget) ? (
          <span id={`${id}-label`} className={classes.label}>
            {title}
          </span>
        ) : (
          <label htmlFor={id} id={`${id}-label`} className={classes.label}>
            {title}
          </label>
        )}
        {help.length > 0 && (
          <div id={`${id}-help`} className={classes.help}>
            {help.map((text) => (
              <p key={text}>{text}</p>
            ))}
          </div>
        )}
        {widget === "date" && (
          <p id={`${id}-hint`} className={classes.help}>
            {t(isHijri ? "date.hint.hijri" : "date.hint", { context: institution })}
          </p>
        )}
      </div>
      <div className={classes.fieldBody}>
        {children}
        {rawErrors.length > 0 && (
          <p id={`${id}-error`} className={classes.error}>
            <IconExclamationCircle size={18} stroke={1.5} aria-hidden />
            <span>
              <span className="unseen">{t("field.error")}</span>{" "}
              {[...new Set(rawErrors)].join(" ")}
            </span>
          </p>
        )}
        {warnings[id] && (
          <p id={`${id}-warning`} className={classes.warning}>
            <IconAlertTriangle size={18} stroke={1.5} aria-hidden />
            <span>
              <span className="unseen">{t("field.warning")}</span>{" "}
              {warnings[id].join(" ")}
            </span>
          </p>
        )}
      </div>
    </div>
  );
}
