/** Captchas of other houses, for schools that configured one; their scripts are let in by the server's policy on these pages. */

export type Vendor = "turnstile" | "hcaptcha" | "recaptcha";

/** What the three have in common. */
interface Widgets {
  render: (host: HTMLElement, options: Record<string, unknown>) => string | number;
  reset: (widget: string | number) => void;
  ready?: (then: () => void) => void;
}

const SCRIPTS: Readonly<Record<Vendor, string>> = {
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit",
  hcaptcha: "https://js.hcaptcha.com/1/api.js?render=explicit",
  recaptcha: "https://www.google.com/recaptcha/api.js?render=explicit",
};
const NAMES: Readonly<Record<Vendor, string>> = { turnstile: "turnstile", hcaptcha: "hcaptcha", recaptcha: "grecaptcha" };

const loading = new Map<Vendor, Promise<Widgets>>();

function widgetsOf(vendor: Vendor): Widgets | undefined {
  return (globalThis as unknown as Record<string, Widgets | undefined>)[NAMES[vendor]];
}

function load(vendor: Vendor): Promise<Widgets> {
  const known = loading.get(vendor);
  if (known) return known;
  const script = document.createElement("script");
  script.src = SCRIPTS[vendor];
  script.async = true;
  const loaded = new Promise<Widgets>((resolve, reject) => {
    const failed = () => {
      // The next try may find the line up again.
      loading.delete(vendor);
      script.remove();
      reject(new Error(`${vendor} could not be loaded`));
    };
    script.addEventListener("error", failed);
    script.addEventListener("load", () => {
      const widgets = widgetsOf(vendor);
      if (!widgets) failed();
      else if (widgets.ready) widgets.ready(() => resolve(widgets));
      else resolve(widgets);
    });
  });
  loading.set(vendor, loaded);
  document.head.append(script);
  return loaded;
}

interface Options {
  siteKey: string;
  language: string;
  dark: boolean;
  onToken: (token: string) => void;
  onGone: () => void;
}

/** Draws a vendor's widget; what is returned makes it ask anew. */
export async function drawVendor(vendor: Vendor, host: HTMLElement, { siteKey, language, dark, onToken, onGone }: Options): Promise<() => void> {
  const widgets = await load(vendor);
  const widget = widgets.render(host, {
    sitekey: siteKey,
    callback: onToken,
    "expired-callback": onGone,
    "error-callback": onGone,
    theme: dark ? "dark" : "light",
    language,
    hl: language,
  });
  return () => widgets.reset(widget);
}
