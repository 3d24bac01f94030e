import { type ReactNode } from "react";
import { AddedLater, addedTo } from "./AddedLater";
import { Answer } from "./Answer";
import { resolveSchema, shownFields, shownSteps } from "./conditions";
import { Changed, Corrected, CorrectedOwn } from "./Corrected";
import type { AnswerFile, FormDocument, FormSettings, FormStep, SchemaNode, UiNode, Values } from "./model";
import type { Papers } from "./context";
import { isEmpty, isGroup, itemTitle } from "./nodes";
import { paperNote } from "./paperNote";
import type { ReadPicture } from "./signature/SignaturePicture";
import { useFormsText } from "./useFormsText";
import classes from "./answers.module.css";

interface AnswersLetterProps {
  document: FormDocument;
  values: Values;
  files: readonly AnswerFile[];
  settings: FormSettings;
  /** Makes file names links that call this with the file's id. */
  onDownload?: (id: string) => void;
  /** Finds the picture of a signature. */
  picture?: ReadPicture;
  /** Something beside a part's heading, such as "Change". */
  action?: (step: FormStep) => ReactNode;
  /** The level of the parts' headings. */
  headingLevel?: 2 | 3;
  /** Only the answers, without the parts' headings. */
  bare?: boolean;
  /** By field: what stands in place of an answer that this reader does not see. */
  withheld?: Readonly<Record<string, string>>;
  /** By field: what it is since the family corrected it. */
  corrections?: Corrections;
  /** By field: what it was before the family, or staff, changed it. */
  changes?: Changes;
  /** What is said of papers that are not there: whether they are asked for. */
  papers?: Papers;
  /** The family's own copy: with the text that was agreed to, and what it was beside what it is. */
  own?: boolean;
}

/** Values that are others now, and since when. */
export type Corrections = Readonly<Record<string, { value: string; corrected_at: string }>>;

/** What answers were before, and when they were changed. */
export type Changes = Readonly<Record<string, { before: unknown; changed_at: string; changed_by?: string | null; reason?: string | null }>>;

/** Answers to read, part by part: what was asked and what was said, nothing else. */
export function AnswersLetter({ document, values, files, settings, onDownload, picture, action, headingLevel = 2, bare = false, withheld, corrections, changes, papers, own = false }: AnswersLetterProps) {
  const resolved = resolveSchema(document.schema, values);
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={classes.letter}>
      {shownSteps(document, resolved).map((step) => {
        const headingId = `part-${step.id}`;
        return (
          <section key={step.id} aria-labelledby={bare ? undefined : headingId} data-bare={bare || undefined}>
            {!bare && (
              <div className={classes.partHead}>
                <Heading id={headingId} className={classes.partTitle}>
                  {step.title}
                </Heading>
                {action?.(step)}
              </div>
            )}
            <Fields
              names={shownFields(resolved, step)}
              properties={resolved.properties}
              ui={document.ui}
              values={values}
              title={step.title}
              withheld={withheld}
              corrections={corrections}
              changes={changes}
              shared={{ files, settings, onDownload, picture, papers, own, level: headingLevel + 1 }}
            />
          </section>
        );
      })}
    </div>
  );
}

interface Shared {
  files: readonly AnswerFile[];
  settings: FormSettings;
  onDownload?: (id: string) => void;
  /** Finds the picture of a signature. */
  picture?: ReadPicture;
  papers?: Papers;
  /** The repeated group whose questions they are. */
  within?: string;
  own: boolean;
  level: number;
}

interface FieldsProps {
  names: readonly string[];
  properties: Record<string, SchemaNode>;
  ui: Record<string, UiNode>;
  values: Values;
  /** The heading over these fields. */
  title: string | undefined;
  withheld?: Readonly<Record<string, string>>;
  corrections?: Corrections;
  changes?: Changes;
  shared: Shared;
}

function Fields({ names, properties, ui, values, title, withheld, corrections, changes, shared }: FieldsProps) {
  const plain: { name: string; node: SchemaNode }[] = [];
  const nested: ReactNode[] = [];
  // A note beside a declaration is the text of it.
  const declares = names.some((name) => properties[name]?.const === true);
  for (const name of names) {
    const node = properties[name];
    if (!node || (node.type === "null" && !(shared.own && declares))) continue;
    if (withheld?.[name]) plain.push({ name, node });
    else if (node.type === "object") {
      nested.push(<Nested key={name} node={node} ui={(ui[name] ?? {}) as Record<string, UiNode>} value={values[name]} shared={shared} />);
    } else if (isGroup(node)) {
      nested.push(<Group key={name} name={name} changed={changes?.[name]} node={node} untitled={node.title === title} ui={ui[name]} value={values[name]} later={addedTo(shared.files, (field) => field.startsWith(`${name}.`))} shared={shared} />);
    } else plain.push({ name, node });
  }
  const answer = (name: string, node: SchemaNode) => {
    if (withheld?.[name]) return <span className={classes.none}>{withheld[name]}</span>;
    if (node.type === "null") return <p className={classes.declared}>{node.description}</p>;
    const later = addedTo(shared.files, (field) => field === name);
    if (later.length > 0) {
      return (
        <>
          {!isEmpty(values[name]) && <Answer node={node} ui={ui[name]} value={values[name]} {...shared} />}
          <AddedLater files={later} settings={shared.settings} onDownload={shared.onDownload} />
        </>
      );
    }
    const note = shared.papers && paperNote(node, shared.within ? `${shared.within}.${name}` : name, shared.papers);
    const stands = <Answer node={node} ui={ui[name]} value={values[name]} note={note} {...shared} />;
    const change = changes?.[name];
    const sent = change ? <Changed at={change.changed_at} by={change.changed_by} why={change.reason} now={stands} before={<Answer node={node} ui={ui[name]} value={change.before} {...shared} />} /> : stands;
    const corrected = corrections?.[name];
    if (!corrected) return shared.own && node.const === true ? <Declared node={node} ui={ui[name]} answer={sent} /> : sent;
    const Both = shared.own ? CorrectedOwn : Corrected;
    return <Both at={corrected.corrected_at} sent={sent} now={<Answer node={node} ui={ui[name]} value={corrected.value} {...shared} />} />;
  };
  return (
    <>
      {plain.length > 0 && (
        <dl className={classes.answers}>
          {plain.map(({ name, node }) => (
            <div key={name} className={classes.answer}>
              {/* A field shown on its own has its title elsewhere. */}
              {"title" in node && node.title === undefined ? null : <dt>{node.title ?? name}</dt>}
              <dd>{answer(name, node)}</dd>
            </div>
          ))}
        </dl>
      )}
      {nested}
    </>
  );
}

/** What was agreed to, with all that was said of it. */
function Declared({ node, ui, answer }: { node: SchemaNode; ui: UiNode | undefined; answer: ReactNode }) {
  const texts = [node.description, ui?.["ui:help"]].filter((text): text is string => typeof text === "string" && text !== "");
  return (
    <>
      {answer}
      {texts.map((text) => (
        <p key={text} className={classes.declared}>
          {text}
        </p>
      ))}
    </>
  );
}

function Nested({ node, ui, value, shared }: { node: SchemaNode; ui: Record<string, UiNode>; value: unknown; shared: Shared }) {
  const Heading = `h${Math.min(shared.level, 6)}` as "h3";
  return (
    <div className={classes.nested}>
      {node.title && <Heading className={classes.nestedTitle}>{node.title}</Heading>}
      <Fields
        names={Object.keys(node.properties ?? {})}
        properties={node.properties ?? {}}
        ui={ui}
        values={(value ?? {}) as Values}
        title={node.title}
        shared={{ ...shared, level: shared.level + 1 }}
      />
    </div>
  );
}

interface GroupProps {
  name: string;
  node: SchemaNode;
  ui: UiNode | undefined;
  value: unknown;
  /** The heading above says the same already. */
  untitled: boolean;
  /** Files that came later for a question of it. */
  later: readonly AnswerFile[];
  /** What it was before the family changed it. */
  changed?: Changes[string] | undefined;
  shared: Shared;
}

function Group({ name, node, ui, value, untitled, later, changed, shared }: GroupProps) {
  const t = useFormsText();
  const Heading = `h${Math.min(shared.level, 6)}` as "h3";
  const items = Array.isArray(value) ? (value as Values[]) : [];
  return (
    <div className={classes.nested}>
      {node.title && !untitled && <Heading className={classes.nestedTitle}>{node.title}</Heading>}
      {items.length === 0 && <p className={classes.none}>{t("answers.noItems")}</p>}
      {items.map((item, index) => (
        // Items have no identity of their own; their place in the list is what their title says.
        <Nested
          key={index}
          node={{ ...node.items, title: itemTitle(ui, index, (n) => t("group.item", { n })) }}
          ui={(ui?.items ?? {}) as Record<string, UiNode>}
          value={item}
          shared={{ ...shared, within: name, level: untitled ? shared.level : shared.level + 1 }}
        />
      ))}
      {later.length > 0 && <AddedLater files={later} settings={shared.settings} onDownload={shared.onDownload} />}
      {changed && <Changed at={changed.changed_at} by={changed.changed_by} why={changed.reason} now={null} before={<Group name={name} node={{ ...node, title: undefined }} ui={ui} value={changed.before} untitled later={[]} shared={shared} />} />}
    </div>
  );
}
