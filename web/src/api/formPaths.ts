/** Where a form lives on the web: a few ids keep the addresses that families already know. */
const OWN_PATHS: Readonly<Record<string, string>> = {
  new: "/enquiry/new",
  form: "/enquiry/form",
  vmsiihe: "/enquiry/vmsiihe",
  abq: "/enquiryform/abq",
  rushmore: "/enquiry/form/rushmore",
  mograhr: "/mogra/mograhr",
  mograbills: "/mogra/mograbills",
  mograerp: "/mogra/mograerp",
  hr: "/hr/form",
};

/** The web path of a form (docs/contracts.md, "Web addresses of forms"). */
export function formPath(formId: string): string {
  return OWN_PATHS[formId] ?? `/enquiry/${encodeURIComponent(formId)}`;
}

/** The ids that have an address of their own, with it. */
export const knownFormPaths: ReadonlyArray<readonly [formId: string, path: string]> = Object.entries(OWN_PATHS);
