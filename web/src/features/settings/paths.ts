/** The addresses of the school's desk. */

export const desk = () => "/settings";
/** A room of the desk, and a page in it. */
export const room = (id: string, ...rest: readonly string[]) => ["/settings", id, ...rest].join("/");
export const setup = (step?: string) => (step ? `/settings/setup?step=${step}` : "/settings/setup");
/** A form in the builder; `view` opens one of its sides. */
export const form = (id: string, view?: string) => `/settings/forms/${encodeURIComponent(id)}${view ? `?view=${view}` : ""}`;
export const table = (name: string) => `/settings/plugins/tables/${encodeURIComponent(name)}`;
export const consent = (code: string) => `/settings/legal/consents/${code}`;
