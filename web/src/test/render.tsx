import { DirectionProvider, MantineProvider } from "@mantine/core";
import { render } from "@testing-library/react";
import i18next from "i18next";
import type { ReactElement } from "react";
import { I18nextProvider, initReactI18next } from "react-i18next";
import { Provider } from "react-redux";
import { BrowserRouter, useLocation, useNavigate, useRoutes, type Location, type NavigateFunction, type RouteObject } from "react-router";
import { makeStore } from "@/app/store";
import { followLanguage, sharedOptions } from "@/i18n/i18n";
import type { Language } from "@/i18n/languages";
import arAuth from "@locales/ar/auth.json";
import arBuilder from "@locales/ar/builder.json";
import arCommon from "@locales/ar/common.json";
import arForms from "@locales/ar/forms.json";
import arLegal from "@locales/ar/legal.json";
import arMessages from "@locales/ar/messages.json";
import arFamily from "@locales/ar/family.json";
import arPos from "@locales/ar/pos.json";
import arProfile from "@locales/ar/profile.json";
import arSettings from "@locales/ar/settings.json";
import arConsents from "@locales/ar/consents.json";
import arConsole from "@locales/ar/console.json";
import arRegistration from "@locales/ar/registration.json";
import arSetup from "@locales/ar/setup.json";
import arSettingsDesk from "@locales/ar/settingsDesk.json";
import arSettingsPlugins from "@locales/ar/settingsPlugins.json";
import arSettingsRooms from "@locales/ar/settingsRooms.json";
import arSettingsWords from "@locales/ar/settingsWords.json";
import arStaff from "@locales/ar/staff.json";
import enAuth from "@locales/en/auth.json";
import enBuilder from "@locales/en/builder.json";
import enCommon from "@locales/en/common.json";
import enForms from "@locales/en/forms.json";
import enLegal from "@locales/en/legal.json";
import enMessages from "@locales/en/messages.json";
import enFamily from "@locales/en/family.json";
import enPos from "@locales/en/pos.json";
import enProfile from "@locales/en/profile.json";
import enSettings from "@locales/en/settings.json";
import enConsents from "@locales/en/consents.json";
import enConsole from "@locales/en/console.json";
import enRegistration from "@locales/en/registration.json";
import enSetup from "@locales/en/setup.json";
import enSettingsDesk from "@locales/en/settingsDesk.json";
import enSettingsPlugins from "@locales/en/settingsPlugins.json";
import enSettingsRooms from "@locales/en/settingsRooms.json";
import enSettingsWords from "@locales/en/settingsWords.json";
import enStaff from "@locales/en/staff.json";

interface Options {
  language?: Language;
  store?: ReturnType<typeof makeStore>;
  path?: string;
}

async function makeI18n(language: Language) {
  const instance = i18next.createInstance();
  followLanguage(instance);
  await instance.use(initReactI18next).init({
    ...sharedOptions,
    lng: language,
    resources: {
      en: { auth: enAuth, builder: enBuilder, common: enCommon, forms: enForms, legal: enLegal, messages: enMessages, family: enFamily, pos: enPos, profile: enProfile, settings: enSettings, consents: enConsents, console: enConsole, registration: enRegistration, setup: enSetup, settingsDesk: enSettingsDesk, settingsPlugins: enSettingsPlugins, settingsRooms: enSettingsRooms, settingsWords: enSettingsWords, staff: enStaff },
      ar: { auth: arAuth, builder: arBuilder, common: arCommon, forms: arForms, legal: arLegal, messages: arMessages, family: arFamily, pos: arPos, profile: arProfile, settings: arSettings, consents: arConsents, console: arConsole, registration: arRegistration, setup: arSetup, settingsDesk: arSettingsDesk, settingsPlugins: arSettingsPlugins, settingsRooms: arSettingsRooms, settingsWords: arSettingsWords, staff: arStaff },
    },
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
  return useRoutes(routes);
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
