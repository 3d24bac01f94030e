import path from "node:path";
import react from "@vitejs/plugin-react";
import type { InlineConfig, Rolldown } from "vite";
import { defineConfig } from "vitest/config";
import { fileOf, LANDINGS, reachedBy } from "./build/chunks.ts";
import { landings } from "./build/landings.ts";
import { leftOut } from "./build/leftOut.ts";
import { localesPlugin } from "./build/localesPlugin.ts";

type CodeSplittingGroup = NonNullable<Rolldown.CodeSplittingOptions["groups"]>[number];

const here = import.meta.dirname;
/** The running `qabul serve` that `npm run dev` puts hot reload in front of. */
const backend = process.env.QABUL_DEV_SERVER ?? "http://127.0.0.1:8080";

/** Icons, and the least that Mantine's parts are made of. */
const SMALL = [
  /node_modules\/(tslib|@tabler\/icons-react)\//,
  /@mantine\/hooks\/esm\/(use-merged-ref|use-window-event|utils)\//,
  /@mantine\/core\/esm\/(core\/|components\/(VisuallyHidden|Stack)\/|components\/\w+\/(CheckIcon|RadioIcon|AccordionChevron|utils\/to-int)\.)/,
];

/** The application without a word about how its files are cut. */
const plain = {
  plugins: [react(), leftOut(), localesPlugin(path.join(here, "locales"))],
  resolve: {
    alias: {
      "@": path.join(here, "src"),
      "@locales": path.join(here, "locales"),
      "@rjsf/validator-ajv8": path.join(here, "build/empty.ts"),
    },
  },
  build: {
    target: "es2022",
    manifest: true,
    // The CSP allows no data: fonts or styles, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
} satisfies InlineConfig;

/** Files by the pages that a telephone opens first, not by icon (`build/chunks.ts`). */
async function cut(): Promise<CodeSplittingGroup[]> {
  const reached = await reachedBy(here, plain);
  const pages = new Set<string>(Object.values(LANDINGS).map((page) => path.join(here, page)));
  // The card of a round is no part that others share: what pages of the desk need from there would bring it along.
  const parts = (id: string) => (pages.has(id) || /features\/admission\/(RoundCard|PlacesLeft|forGrade)|src\/(main|app\/(?!Boundary|paths|guards|Splash|shells\/))|room\.tsx$|\.html$/.test(id) ? null : fileOf(reached(id), id.includes(".css")));
  return [
    // What every page needs from others changes rarely: it stays in the browser's cache over releases.
    { name: "react", test: /rolldown\/runtime|node_modules\/(react|react-dom|scheduler|react-router|cookie|set-cookie-parser)\//, priority: 30 },
    { name: "state", test: /node_modules\/(@reduxjs|react-redux|immer|redux|redux-thunk|reselect|use-sync-external-store|i18next|react-i18next)\/(?!.*\/Trans)/, priority: 30 },
    // What every entry screen is made of.
    { name: "mantine", test: (id) => id.includes("node_modules/@mantine/") && reached(id).has("first"), priority: 30 },
    // Each name is a file of its own; what others are made of comes first.
    ...["shared", "common", "door", "family", "answers", "ways", "admission", "form"].map((name, at) => ({ name, test: (id: string) => parts(id) === name, priority: 20 - at })),
    // What many pages draw with, each too small for a file of its own: its name alone would cost as much in what every page begins with.
    { name: "small", test: (id) => SMALL.some((each) => each.test(id)) && reached(id).size > 3, includeDependenciesRecursively: false },
    // A list's small parts, in one file instead of five.
    { name: "list", test: /src\/ui\/list\/(address|useListPages|FilterChip|SearchField|ListStates)/, includeDependenciesRecursively: false },
    // A record's as well; not what brings parts that a list has no need of.
    { name: "record", test: /src\/ui\/record\/(?!RecordTabs|DrawerPanel|HistoryEntries)/, includeDependenciesRecursively: false },
  ];
}

export default defineConfig(async ({ command }) => ({
  ...plain,
  plugins: [...plain.plugins, landings()],
  build: { ...plain.build, rolldownOptions: { output: { codeSplitting: { groups: command === "build" ? await cut() : [] } } } },
  server: {
    host: "127.0.0.1",
    allowedHosts: [".localhost"],
    // The Host header decides the school, so it must pass unchanged.
    proxy: Object.fromEntries(["/api", "/branding"].map((prefix) => [prefix, { target: backend, changeOrigin: false }])),
  },
  test: {
    environment: "jsdom",
    environmentOptions: { jsdom: { url: "http://abq.localhost:3000/" } },
    setupFiles: ["src/test/setup.ts"],
    include: ["src/**/*.test.{ts,tsx}"],
    restoreMocks: true,
    // It would leave one of two cores idle.
    maxWorkers: 2,
    // A window and modules of its own for every file, as in a process of its own; but jsdom and what the files have in common
    // are read and compiled once in each worker.
    pool: "vmForks",
    // Contexts that are done with are not always given back: a worker that holds this much is replaced.
    vmMemoryLimit: "1.5GB",
    server: { deps: { inline: [/@rjsf\//] } },
  },
}));
