import path from "node:path";
import type { Plugin } from "vite";

/**
 * Parts of the form library that no form of ours can reach, and that every family would load: our theme names a widget for every
 * question, conditions are decided before a step is drawn (`forms/conditions.ts`), and no text is Markdown. Each is replaced by
 * one that says so if it is asked for all the same; unit tests and journeys run with these.
 */
const LEFT_OUT: readonly { file: RegExp; code: (unused: string) => string }[] = [
  // Descriptions and help as Markdown.
  { file: /markdown-to-jsx\/dist\/react\.(m?js|cjs)$/, code: (unused) => `export const Markdown = ${unused};` },
  // References between documents of the 2020 draft; ours are of draft 7.
  { file: /fast-uri\/index\.js$/, code: (unused) => `export default { equal: ${unused}, resolve: ${unused} };` },
  // `allOf` below the root.
  { file: /@rjsf\/utils\/lib\/schema\/shallowAllOfMerge\.js$/, code: (unused) => `export default ${unused};` },
  // The library's own widgets: ours have all the names.
  { file: /@rjsf\/core\/lib\/components\/widgets\/index\.js$/, code: () => "export default () => ({});" },
  // Layouts, choices between schemas, parts without a type.
  {
    file: /@rjsf\/core\/lib\/components\/fields\/(CyclicSchema|Fallback|LayoutGrid|LayoutHeader|LayoutMultiSchema|MultiSchema|OptionalDataControls)Field\.js$/,
    code: (unused) => `export default ${unused};`,
  },
  {
    file: /@rjsf\/core\/lib\/components\/templates\/(BaseInput|CyclicSchemaExpand|FallbackField|Grid|MultiSchemaField|OptionalDataControls)Template\.js$/,
    code: (unused) => `export default ${unused};`,
  },
  // The interpreter's own formats: the contract's take their place (`forms/validator/engine.ts`).
  { file: /@cfworker\/json-schema\/dist\/esm\/format\.js$/, code: () => "export const format = {};" },
  // Comparing, by a package for every kind of object.
  { file: /@rjsf\/utils\/lib\/deepEquals\.js$/, code: () => `export { default } from ${JSON.stringify(path.join(import.meta.dirname, "deepEquals.ts"))};` },
  // What only these ask for.
  { file: /@rjsf\/utils\/lib\/schema\/(sanitizeDataForNewSchema|toPathSchema)\.js$/, code: (unused) => `export default ${unused};` },
  {
    file: /@rjsf\/utils\/lib\/schema\/omitExtraData\.js$/,
    code: (unused) => `export default ${unused}; export const getUsedFormData = ${unused}; export const getFieldNames = ${unused}; export const isValueEmpty = ${unused};`,
  },
];

export function leftOut(): Plugin {
  return {
    name: "qabul-left-out",
    load: {
      filter: { id: LEFT_OUT.map(({ file }) => file) },
      handler(id) {
        const part = LEFT_OUT.find(({ file }) => file.test(id));
        const name = id.split("/").at(-1)?.replace(/\.\w+$/, "") ?? "";
        return part ? part.code(`() => { throw new Error("${name} is left out of this build (build/leftOut.ts)"); }`) : null;
      },
    },
  };
}
