import { ACCESS_DENIED, ADMISSION, ENTRY, isPosPath, isPublicPath, OTP, POS, POS_SIGN_IN, REDIRECT_PARAM, SIGN_IN, SIGN_UP } from "./paths";

/** Who may see a route: everyone, only the signed-out, or only the signed-in. */
export type Access = "public" | "guest" | "protected";

export interface Visitor {
  signedIn: boolean;
  authority: readonly string[];
  /** `staff`, `family`, `applicant` or `till`; a till's session is good for the till's pages alone. */
  kind?: string | undefined;
}

/** What the school decides about entry (parts of school-details). */
export interface EntryRules {
  conditionalScreens: Readonly<Partial<Record<"without_auth" | "login" | "otp" | "signUp", string>>>;
  homePage: readonly string[];
  /** Authority lists by route path; they win over the route's own list. */
  routes: Readonly<Record<string, readonly string[]>>;
}

export interface GuardedRoute {
  path: string;
  access: Access;
  authority: readonly string[];
  /** The page above it that a school may give to roles: whose list leaves somebody out of that one leaves them out here. */
  under?: string | undefined;
}

export type Decision = { kind: "allow" } | { kind: "redirect"; to: string };

const ALLOW: Decision = { kind: "allow" };
const redirect = (to: string): Decision => ({ kind: "redirect", to });

/** In the order in which they are asked; the first that is "Y" decides. */
const SCREENS = [
  ["without_auth", ADMISSION],
  ["login", SIGN_IN],
  ["otp", OTP],
  ["signUp", SIGN_UP],
] as const;

/**
 * Seed, section 5: any common entry allows; an empty or absent list allows too, unless the inverse default is set.
 * This hides menus and pages only: the server names the roles of every operation itself.
 */
export function hasAuthority(own: readonly string[] | undefined, asked: readonly string[] | undefined, emptyDenies = false): boolean {
  if (!own?.length || !asked?.length) return !emptyDenies;
  return own.some((role) => asked.includes(role));
}

/** The entry screen that the school's flags choose; null when none is flagged. */
export function flaggedScreen(rules: EntryRules, exists: (path: string) => boolean): string | null {
  const flagged = SCREENS.find(([name]) => rules.conditionalScreens[name] === "Y")?.[1];
  if (!flagged) return null;
  // A screen that this build does not have would lead to the root, and from there back here.
  return exists(flagged) ? flagged : SIGN_IN;
}

/** The authenticated entry path: the dashboard, for which a till's session is no use. */
function homeOf(visitor: Visitor): string {
  return visitor.kind === "till" ? POS : ENTRY;
}

/** Where the root leads. */
export function entryOf(visitor: Visitor, rules: EntryRules, exists: (path: string) => boolean): string {
  if (visitor.signedIn) return homeOf(visitor);
  const flagged = flaggedScreen(rules, exists);
  if (flagged) return flagged;
  // The home page setting decides the landing: its second value "Y" means sign-up.
  return rules.homePage[1] === "Y" && exists(SIGN_UP) ? SIGN_UP : SIGN_IN;
}

/** The sign-in address that remembers where the person wanted to go. */
export function signInFor(requested: string): string {
  return `${SIGN_IN}?${REDIRECT_PARAM}=${encodeURIComponent(requested).replaceAll("%2F", "/")}`;
}

/** What happens when a visitor opens a route. `requested` is the path with its query. */
export function decide(
  route: GuardedRoute,
  requested: string,
  visitor: Visitor,
  rules: EntryRules,
  exists: (path: string) => boolean,
): Decision {
  const pathname = requested.split(/[?#]/)[0] ?? requested;
  if (route.access === "guest") {
    return visitor.signedIn ? redirect(isPosPath(pathname) ? POS : homeOf(visitor)) : ALLOW;
  }
  if (route.access === "public" || isPublicPath(pathname)) return ALLOW;
  if (!visitor.signedIn) return redirect(flaggedScreen(rules, exists) ?? signInFor(requested));
  const asked = rules.routes[route.path] ?? route.authority;
  const above = route.under === undefined || rules.routes[route.path] ? undefined : rules.routes[route.under];
  return hasAuthority(visitor.authority, asked) && hasAuthority(visitor.authority, above) ? ALLOW : redirect(ACCESS_DENIED);
}

/** The dashboard, as the seed says; and the entry screens, which would only send the person on. */
const NEVER_REMEMBERED: readonly string[] = [ENTRY, SIGN_IN, SIGN_UP, OTP, POS_SIGN_IN, ACCESS_DENIED];

/**
 * Where a person goes after signing in. The remembered address is honoured only when it is a path of this origin
 * that the application knows, is not the dashboard, and the sign-in page is not a till's.
 */
export function afterSignIn(remembered: string | null, pagePath: string, exists: (path: string) => boolean, origin = location.origin): string {
  if (isPosPath(pagePath) || pagePath === POS_SIGN_IN) return POS;
  if (!remembered?.startsWith("/")) return ENTRY;
  // The browser reads "//host" and "/\host" as another site, drops tabs and line ends, and turns "\" into "/".
  if (/^[/\\]{2}|[\\\p{Cc}]/u.test(remembered)) return ENTRY;
  const url = URL.canParse(remembered, origin) ? new URL(remembered, origin) : null;
  // "/.//host" is a path of this origin to the parser, and another site to whoever is handed its path.
  if (!url || url.origin !== origin || url.pathname.startsWith("//")) return ENTRY;
  const path = url.pathname.replace(/\/+$/, "");
  if (NEVER_REMEMBERED.includes(path) || path.startsWith(`${POS}/`) || !exists(path)) return ENTRY;
  return `${url.pathname}${url.search}${url.hash}`;
}
