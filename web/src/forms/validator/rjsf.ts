/** RJSF's validator interface over the interpreter. The form validates by itself (`validate.ts`); RJSF only asks about fitting. */
import type { RJSFSchema, ValidatorType } from "@rjsf/utils";
import type { SchemaNode, Values } from "../model";
import { failures, fits } from "./engine";

/** What RJSF needs to resolve schemas while it draws. */
export const rjsfValidator: ValidatorType<Values> = {
  isValid: (schema, value, root) => fits(withDefinitions(schema, root), value),
  rawValidation: <Result>(schema: RJSFSchema, value?: Values) => ({
    errors: failures(schema as SchemaNode, value) as Result[],
  }),
  validateFormData: () => ({ errors: [], errorSchema: {} }),
};

function withDefinitions(schema: RJSFSchema, root: RJSFSchema): SchemaNode | boolean {
  if (typeof schema === "boolean") return schema;
  return (root?.definitions && !schema.definitions ? { ...schema, definitions: root.definitions } : schema) as SchemaNode;
}
