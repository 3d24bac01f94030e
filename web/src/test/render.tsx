import { DirectionProvider, MantineProvider } from "@mantine/core";
import { render } from "@testing-library/react";
import i18next from "i18next";
import type { ReactElement } from "react";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { Provider } from "react-redux";
import { BrowserRouter, useLocation, useNavigate, useRoutes, type Location, type NavigateFunction, type RouteObject } from "react-router";
import { listedPages, openPages } from "@/app/rooms";
import { makeStore } from "@/app/store";
import { followWithDates } from "@/i18n/dateLocale";
import { followLanguage, sharedOptions } from "@/i18n/i18n";
import type { Language } from "@/i18n/languages";
import { ListedPages } from "@/ui/listedPages";
import { OpenPages } from "@/ui/openPages";

const texts = import.meta.glob<object>("../../locales/*/*.json", { eager: true, import: "default" });
const resources: Record<string, Record<string, object>> = {};
for (const [file, of] of Object.entries(texts)) {
  const [language = "", namespace = ""] = file.replace(".json", "").split("/").slice(-2);
  (resources[language] ??= {})[namespace] = of;
}

interface Options {
  language?: Language;
  store?: ReturnType<typeof makeStore>;
  path?: string;
}

async function makeI18n(language: Language) {
  const instance = i18next.createInstance();
  followLanguage(instance);
  followWithDates(instance);
  await instance.use(initReactI18next).init({
    ...sharedOptions,
    lng: language,
    resources,
  });
  return instance;
}

/** Where the page is, as a browser's address bar would tell it, and a way to type another address into it. */
interface Where {
  navigate: NavigateFunction;
  state: { location: Pick<Location, "pathname" | "search" | "hash"> };
}

function Pages({ routes, where }: { routes: RouteObject[]; where: Where }) {
  where.state.location = useLocation();
  where.navigate = useNavigate();
  return (
    <ListedPages value={listedPages}>
      <OpenPages value={openPages}>{useRoutes(routes)}</OpenPages>
    </ListedPages>
  );
}

/** Draws route objects as the page would: a fresh store, the real texts, the theme, a router of its own. */
export async function renderRoutes(routes: RouteObject[], { language = "en", store = makeStore(), path = "/" }: Options = {}) {
  const i18n = await makeI18n(language);
  // The browser's own address, as in the application: parts of it read and change it themselves.
  history.replaceState(null, "", path);
  const router: Where = { navigate: () => {}, state: { location: { pathname: path, search: "", hash: "" } } };
  const view = render(
    <Provider store={store}>
      <I18nextProvider i18n={i18n}>
        <DirectionProvider>
          <MantineProvider env="test">
            <BrowserRouter>
              <Pages routes={routes} where={router} />
            </BrowserRouter>
          </MantineProvider>
        </DirectionProvider>
      </I18nextProvider>
    </Provider>,
  );
  return { ...view, router, store, i18n };
}

/** Draws one element in the same surroundings. */
export function renderWith(element: ReactElement, options?: Options) {
  return renderRoutes([{ path: "*", element }], options);
}
