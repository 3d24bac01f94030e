import "i18next";
import type auth from "@locales/en/auth.json";
import type builder from "@locales/en/builder.json";
import type consents from "@locales/en/consents.json";
import type console from "@locales/en/console.json";
import type common from "@locales/en/common.json";
import type forms from "@locales/en/forms.json";
import type legal from "@locales/en/legal.json";
import type messages from "@locales/en/messages.json";
import type profile from "@locales/en/profile.json";
import type settings from "@locales/en/settings.json";
import type registration from "@locales/en/registration.json";
import type setup from "@locales/en/setup.json";
import type settingsDesk from "@locales/en/settingsDesk.json";
import type settingsPlugins from "@locales/en/settingsPlugins.json";
import type settingsRooms from "@locales/en/settingsRooms.json";
import type settingsWords from "@locales/en/settingsWords.json";
import type family from "@locales/en/family.json";
import type pos from "@locales/en/pos.json";
import type staff from "@locales/en/staff.json";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    keySeparator: false;
    resources: {
      auth: typeof auth;
      builder: typeof builder;
      common: typeof common;
      consents: typeof consents;
      console: typeof console;
      forms: typeof forms;
      legal: typeof legal;
      messages: typeof messages;
      profile: typeof profile;
      settings: typeof settings;
      registration: typeof registration;
      setup: typeof setup;
      settingsDesk: typeof settingsDesk;
      settingsPlugins: typeof settingsPlugins;
      settingsRooms: typeof settingsRooms;
      settingsWords: typeof settingsWords;
      family: typeof family;
      pos: typeof pos;
      staff: typeof staff;
    };
  }
}
