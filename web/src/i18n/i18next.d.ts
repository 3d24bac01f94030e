import "i18next";
import type auth from "@locales/en/auth.json";
import type common from "@locales/en/common.json";
import type forms from "@locales/en/forms.json";
import type legal from "@locales/en/legal.json";
import type messages from "@locales/en/messages.json";
import type staff from "@locales/en/staff.json";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    keySeparator: false;
    resources: {
      auth: typeof auth;
      common: typeof common;
      forms: typeof forms;
      legal: typeof legal;
      messages: typeof messages;
      staff: typeof staff;
    };
  }
}
