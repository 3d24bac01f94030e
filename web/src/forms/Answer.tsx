import { formatBytes, formatDate, formatMoney, formatNumber } from "@/i18n/format";
import { countryName } from "./countries";
import { isIsoDate } from "./dates";
import { SignaturePicture, type ReadPicture } from "./signature/SignaturePicture";
import type { AnswerFile, FormSettings, SchemaNode, UiNode } from "./model";
import { choicesOf, isEmpty, widgetOf } from "./nodes";
import { spacedPhone } from "./phone";
import { useFormsText } from "./useFormsText";
import { groupByFour } from "./widgets/grouping";
import classes from "./answers.module.css";

interface AnswerProps {
  node: SchemaNode;
  ui: UiNode | undefined;
  value: unknown;
  files: readonly AnswerFile[];
  settings: FormSettings;
  onDownload?: (id: string) => void;
  /** Finds the picture of a signature. */
  picture?: ReadPicture;
  /** Which key says whether a file that is not there is asked for. */
  note?: string | undefined;
}

/** One answer as a person would write it: a choice by its words, a date, an amount, a file by its name. */
export function Answer({ node, ui, value, files, settings, onDownload, picture, note }: AnswerProps) {
  const t = useFormsText();
  const widget = widgetOf(node, ui);
  if (isEmpty(value)) {
    const said = t(widget === "upload" ? "answers.noFile" : widget === "signature" ? "answers.unsigned" : "answers.none");
    return <span className={classes.none}>{widget === "upload" && note ? `${said} ${t(note)}` : said}</span>;
  }
  if (widget === "upload") {
    return <Files ids={(Array.isArray(value) ? value : [value]) as string[]} files={files} settings={settings} onDownload={onDownload} />;
  }
  if (widget === "signature") return <SignaturePicture id={plain(value)} read={picture} label={node.title ?? ""} />;
  const choices = choicesOf(node, t("choice.yes"), t("choice.no"));
  const chosen = (each: unknown) => choices.find((choice) => choice.value === each)?.label ?? plain(each);
  if (Array.isArray(value)) {
    return (
      <ul className={classes.list}>
        {value.map((each: unknown) => (
          <li key={String(each)}>{chosen(each)}</li>
        ))}
      </ul>
    );
  }
  if (choices.length > 0) return <>{chosen(value)}</>;
  if (typeof value === "number") {
    const currency = widget === "money" ? (node["x-money"] ?? settings.currency) : null;
    return <bdi className="tabular">{currency ? formatMoney(value, currency, settings) : formatNumber(value, settings, { maximumFractionDigits: 6, useGrouping: false })}</bdi>;
  }
  const text = plain(value);
  if (isIsoDate(text) && (widget === "date" || node.format === "date")) return <bdi>{formatDate(text, settings)}</bdi>;
  if (widget === "country") return <>{countryName(text, settings.language)}</>;
  if (widget === "iban") return <bdi dir="ltr">{groupByFour(text)}</bdi>;
  if (widget === "phone") return <bdi dir="ltr">{spacedPhone(text)}</bdi>;
  // Of an Aadhaar nobody is shown more than its end, as in the files that staff take.
  if (node.format === "aadhaar") return <bdi dir="ltr">XXXX XXXX {text.slice(-4)}</bdi>;
  if (["email", "national-id"].includes(widget)) return <bdi dir="ltr">{text}</bdi>;
  return <bdi className={classes.text}>{text}</bdi>;
}

/** A stored value without a better way to show it; objects never come here by a checked form. */
function plain(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

function Files({ ids, files, settings, onDownload }: Pick<AnswerProps, "files" | "settings" | "onDownload"> & { ids: string[] }) {
  const t = useFormsText();
  return (
    <ul className={classes.list}>
      {ids.map((id) => {
        const file = files.find((each) => each.file === id || each.upload_id === id);
        const name = file?.name ?? t("upload.unnamed");
        return (
          <li key={id}>
            {onDownload && file ? (
              <button type="button" className={classes.fileLink} onClick={() => onDownload(id)}>
                <bdi>{name}</bdi>
              </button>
            ) : (
              <bdi>{name}</bdi>
            )}
            {file && <span className={classes.size}> {formatBytes(file.bytes, settings)}</span>}
          </li>
        );
      })}
    </ul>
  );
}
