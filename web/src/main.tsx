import { createRoot } from "react-dom/client";
import { known, knownAnswers } from "./api/known";
import { previewHeaders } from "./api/preview";
import { App } from "./app/App";
import { boot } from "./app/boot";
import { isPlatformPath } from "./app/paths";
import { makeStore } from "./app/store";
import { startI18n } from "./i18n/i18n";
import { sendWithTexts } from "./i18n/textsBackend";
import { asLanguage } from "./i18n/languages";
import { preloadFonts } from "./theme/fonts";
import { shareNonce } from "./theme/nonce";
import "./theme/css";

shareNonce();
const store = makeStore();
// The platform's pages have no school to ask for: their addresses say so before anybody is asked, and at the root the server does.
const platform = isPlatformPath(location.pathname) || document.documentElement.dataset.host === "platform" ? import("./app/platform/PlatformApp") : null;
// The language that the server made the page in, before the application has looked for its own.
store.dispatch(knownAnswers(known, asLanguage(document.documentElement.lang)));
if (!platform) boot(store);

sendWithTexts(previewHeaders(), known.texts);
const i18n = await startI18n();
preloadFonts(asLanguage(i18n.resolvedLanguage));

const mount = document.getElementById("app");
if (mount && platform) {
  const { PlatformApp } = await platform;
  createRoot(mount).render(<PlatformApp store={store} />);
} else if (mount) createRoot(mount).render(<App store={store} />);
