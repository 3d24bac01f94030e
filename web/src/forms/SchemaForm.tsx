import "@mantine/core/styles/Progress.layer.css";
import Form from "@rjsf/core";
import type { ErrorSchema, RJSFSchema } from "@rjsf/utils";
import { useEffect, useMemo } from "react";
import type { ResolvedSchema } from "./conditions";
import { stepSchema } from "./conditions";
import type { FormContext, Papers, UploadPort } from "./context";
import { toUiSchema } from "./layout";
import type { FormDocument, FormStep, Issue, Values } from "./model";
import { nodeAt } from "./nodes";
import { ID_PREFIX, ID_SEPARATOR, inputId, pointerParts } from "./pointer";
import { issueText, type TextContext } from "./text";
import { fields, templates, widgets } from "./theme";
import { useFormsText } from "./useFormsText";
import { rjsfValidator } from "./validator/rjsf";
import { fetchLater } from "./widgets/later";

interface SchemaFormProps {
  document: FormDocument;
  resolved: ResolvedSchema;
  step: FormStep;
  values: Values;
  /** The step's answers changed; other steps' answers are not in them. */
  onChange: (values: Values) => void;
  /** A person left a field; its pointer. */
  onLeave: (pointer: string) => void;
  /** Takes what a field has to do before the step is left (`FormContext.whenLeft`). */
  whenLeft?: FormContext["whenLeft"];
  /** What to show at the fields now. */
  issues: readonly Issue[];
  settings: FormContext["settings"];
  uploads: UploadPort | null;
  /** What the school's rules say of papers; a form without rules of its own wants what its document says. */
  papers?: Papers;
  disabled?: boolean;
}

const NO_RULES: Papers = { asked: [], open: false };

/** How long the first step stands before what later ones need is fetched. */
const FETCH_AFTER_MS = 3_000;

// Nothing is answered in the family's name: neither the first choice of a list nor "no" to a question that must be answered.
const DEFAULTS = { constAsDefaults: "never", emptyObjectFields: "skipEmptyDefaults", requiredBooleanDefault: "skip" } as const;

/** One step of a form, drawn by RJSF in our theme. It neither checks nor saves: the page does. */
export function SchemaForm(props: SchemaFormProps) {
  const { document, resolved, step, values, onChange, onLeave, whenLeft, issues, settings, uploads, papers = NO_RULES, disabled } = props;
  const t = useFormsText();
  const schema = stepSchema(resolved, step);
  const uiSchema = useMemo(
    () => ({ ...toUiSchema(schema, document.ui), "ui:submitButtonOptions": { norender: true } }),
    [schema, document.ui],
  );
  const { ui } = document;
  useEffect(() => {
    // Not beside what the page itself needs to stand.
    const timer = setTimeout(() => fetchLater(Object.values(ui).map((node) => node["ui:widget"])), FETCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [ui]);
  const text: TextContext = useMemo(() => ({ t, settings, messages: document.messages }), [t, settings, document.messages]);
  const problems = useMemo(() => sortProblems(issues, resolved, text), [issues, resolved, text]);
  const data = Object.fromEntries(Object.keys(schema.properties ?? {}).flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])));
  const context: FormContext = { ...text, warnings: problems.warnings, uploads, papers, stepTitle: step.title, onLeave, ...(whenLeft ? { whenLeft } : {}) };

  return (
    <Form
      key={step.id}
      tagName="div"
      idPrefix={ID_PREFIX}
      idSeparator={ID_SEPARATOR}
      schema={schema as RJSFSchema}
      uiSchema={uiSchema}
      validator={rjsfValidator}
      formData={data}
      onChange={(event) => onChange((event.formData ?? {}) as Values)}
      extraErrors={problems.errors}
      formContext={context}
      fields={fields}
      widgets={widgets}
      templates={templates}
      disabled={disabled}
      showErrorList={false}
      noValidate
      noHtml5Validate
      experimental_defaultFormStateBehavior={DEFAULTS}
    >
      {/* The page has its own buttons. */}
      <></>
    </Form>
  );
}

/** Issues as RJSF takes errors, and the warnings by the id of their input. */
export function sortProblems(issues: readonly Issue[], resolved: ResolvedSchema, text: TextContext) {
  const errors: ErrorSchema<Values> = {};
  const warnings: Record<string, string[]> = {};
  for (const issue of issues) {
    const sentence = issueText(issue, text, nodeAt(resolved, issue.path));
    if (issue.severity === "warning") {
      (warnings[inputId(issue.path)] ??= []).push(sentence);
      continue;
    }
    let place = errors as Record<string, unknown>;
    for (const part of pointerParts(issue.path)) place = (place[part] ??= {}) as Record<string, unknown>;
    ((place.__errors ??= []) as string[]).push(sentence);
  }
  return { errors, warnings };
}
