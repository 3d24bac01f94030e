import i18next from "i18next";
import { expect, it } from "vitest";
import { sharedOptions } from "./i18n";

it("takes no text into another, whatever a school writes", async () => {
  const doubled = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`k${n}`, `$t(k${n + 1})$t(k${n + 1})`]));
  const instance = i18next.createInstance();
  await instance.init({ ...sharedOptions, lng: "en", ns: ["common"], resources: { en: { common: { ...doubled, name: "{{who}}: $t(k0)" } } } });
  const t: (key: string, options?: object) => string = instance.t as never;
  expect(t("k0")).toBe("$t(k1)$t(k1)");
  expect(t("name", { who: "Sara" })).toBe("Sara: $t(k0)");
});
