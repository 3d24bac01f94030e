import path from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { localesPlugin } from "./build/localesPlugin.ts";

const here = import.meta.dirname;
/** The running `qabul serve` that `npm run dev` puts hot reload in front of. */
const backend = process.env.QABUL_DEV_SERVER ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [react(), localesPlugin(path.join(here, "locales"))],
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
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page needs from others changes rarely: it stays in the browser's cache over releases.
            { name: "react", test: /node_modules\/(react|react-dom|scheduler|react-router|cookie|set-cookie-parser)\// },
            { name: "state", test: /node_modules\/(@reduxjs|react-redux|immer|redux|redux-thunk|reselect|use-sync-external-store|i18next|react-i18next)\/(?!.*\/Trans)/ },
            // What every entry screen is made of.
            { name: "mantine", test: /@mantine\/core\/esm\/(core|components\/(ActionIcon|Alert|Button|CloseButton|Group|Input|InputBase|Loader|PasswordInput|Text|TextInput|Title|Transition|UnstyledButton))\// },
            // Our own small shared parts in one file instead of forty; but not what only pages behind the sign-in draw, nor
            // what brings parts of Mantine that no entry screen has.
            { name: "shared", test: /src\/((api|i18n|theme|ui)\/(?!icons|staffCss|dateLocale|localDrafts|download|till|ConfirmDialog|ConfirmIdentity|Dialog|CopyButton|PersonMark|RecoveryCodes|TotpSecret|StateDot|useCopy|useAddressSearch|useProblemText|useSaveList|passwordPolicy|people|roles|digits|visiblePlaces|page\.module)[^/]+|app\/(paths|guards|Splash|shells\/(PageContainer|Footer))|features\/[a-z]+\/paths|features\/auth\/[a-z]+\.module)\.(tsx?|css)$/ },
            // A list's small parts, in one file instead of five.
            { name: "list", test: /src\/ui\/list\/(address|useListPages|FilterChip|SearchField|ListStates)/, includeDependenciesRecursively: false },
            // A record's as well; not what brings parts of Mantine that a list has no need of.
            { name: "record", test: /src\/ui\/record\/(?!RecordTabs|DrawerPanel)/, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
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
});
