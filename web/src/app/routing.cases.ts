/**
 * The seed's routing rules (section 2), as one table. `routing.test.ts` holds the guards against it, `e2e/routing.spec.ts`
 * the whole application in a browser against the first case of each rule. Plain data, so that a reader can hold it against the seed line by line.
 */

/** Who opens the page. */
export type Who = "nobody" | "staff" | "family" | "till";
export type Flags = Partial<Record<"without_auth" | "login" | "otp" | "signUp", string>>;

export interface RoutingCase {
  who: Who;
  open: string;
  lands: string;
  flags?: Flags;
  homePage?: [string, string];
  /** The school's own authority lists. */
  routes?: Record<string, string[]>;
}

export interface RoutingRule {
  /** The seed's words. */
  rule: string;
  cases: readonly RoutingCase[];
}

const ALL: Flags = { without_auth: "Y", login: "Y", otp: "Y", signUp: "Y" };

export const ROUTING_RULES: readonly RoutingRule[] = [
  {
    rule: "The root path redirects an authenticated user to the authenticated entry path, /dashboard.",
    cases: [
      { who: "staff", open: "/", lands: "/dashboard" },
      { who: "family", open: "/", lands: "/dashboard" },
      { who: "family", open: "/", lands: "/dashboard", flags: ALL },
    ],
  },
  {
    rule: "Any unknown path redirects to the root.",
    cases: [
      { who: "staff", open: "/no/such/page", lands: "/dashboard" },
      { who: "nobody", open: "/no/such/page", lands: "/sign-in" },
      { who: "nobody", open: "/dashboards", lands: "/sign-in" },
      { who: "nobody", open: "/no/such/page", lands: "/admission", flags: { without_auth: "Y" } },
    ],
  },
  {
    rule: "Unauthenticated entry path is /sign-in.",
    cases: [
      { who: "nobody", open: "/", lands: "/sign-in" },
      { who: "nobody", open: "/sign-in", lands: "/sign-in" },
    ],
  },
  {
    rule:
      "Unauthenticated access to a protected route redirects by the school's conditional screen flags. The first flagged \"Y\" decides: " +
      "without_auth goes to admission, login to sign-in, otp to OTP authentication, signUp to sign-up.",
    cases: [
      { who: "nobody", open: "/dashboard", lands: "/admission", flags: { without_auth: "Y" } },
      { who: "nobody", open: "/dashboard", lands: "/sign-in", flags: { login: "Y" } },
      { who: "nobody", open: "/dashboard", lands: "/otp-authentication", flags: { otp: "Y" } },
      { who: "nobody", open: "/dashboard", lands: "/sign-up", flags: { signUp: "Y" } },
      { who: "nobody", open: "/profile/security", lands: "/admission", flags: ALL },
      { who: "nobody", open: "/profile", lands: "/sign-in", flags: { login: "Y", otp: "Y", signUp: "Y" } },
      { who: "nobody", open: "/pre_admission", lands: "/otp-authentication", flags: { otp: "Y", signUp: "Y" } },
      { who: "nobody", open: "/settings/people", lands: "/otp-authentication", flags: { login: "N", otp: "Y" } },
      { who: "nobody", open: "/pos", lands: "/sign-up", flags: { signUp: "Y" } },
      { who: "nobody", open: "/pre_admission?state=new", lands: "/sign-in", flags: { login: "Y" } },
    ],
  },
  {
    rule: "If none is flagged, the user goes to /sign-in with the originally requested path as the query parameter redirectUrl.",
    cases: [
      { who: "nobody", open: "/dashboard", lands: "/sign-in?redirectUrl=/dashboard" },
      { who: "nobody", open: "/profile/security", lands: "/sign-in?redirectUrl=/profile/security" },
      { who: "nobody", open: "/pre_admission?state=new", lands: "/sign-in?redirectUrl=/pre_admission%3Fstate%3Dnew" },
      { who: "nobody", open: "/pre_admission", lands: "/sign-in?redirectUrl=/pre_admission", flags: { login: "yes", otp: "y", signUp: "1" } },
      { who: "nobody", open: "/pos", lands: "/sign-in?redirectUrl=/pos" },
    ],
  },
  {
    rule: "Unauthenticated-only routes: an already authenticated user is redirected to /dashboard.",
    cases: [
      { who: "staff", open: "/sign-in", lands: "/dashboard" },
      { who: "staff", open: "/sign-in?redirectUrl=/pre_admission", lands: "/dashboard" },
      { who: "family", open: "/sign-up", lands: "/dashboard" },
      { who: "family", open: "/otp-authentication", lands: "/dashboard" },
      { who: "family", open: "/forgot-password", lands: "/dashboard" },
      { who: "staff", open: "/pos-sign-in", lands: "/dashboard" },
      { who: "family", open: "/student-encrypted/abc/sign-in", lands: "/dashboard" },
    ],
  },
  {
    // The seed knows no sessions of tills. One is good for the till's pages alone, so the dashboard would only refuse it.
    rule: "Beyond the seed: a till's own session has /pos for its entry path.",
    cases: [
      { who: "till", open: "/", lands: "/pos" },
      { who: "till", open: "/pos-sign-in", lands: "/pos" },
      { who: "till", open: "/sign-in", lands: "/pos" },
      { who: "till", open: "/no/such/page", lands: "/pos" },
    ],
  },
  {
    rule: "Authority mismatch sends the user to /access-denied.",
    cases: [
      { who: "staff", open: "/pre_admission", lands: "/access-denied", routes: { "/pre_admission": ["principal"] } },
      { who: "family", open: "/settings/people", lands: "/access-denied" },
      { who: "staff", open: "/pre_admission", lands: "/pre_admission", routes: { "/pre_admission": ["principal", "admissions_officer"] } },
    ],
  },
  {
    rule: "Authority check: if either list is empty or undefined, access is allowed by default.",
    cases: [
      { who: "staff", open: "/profile", lands: "/profile" },
      { who: "family", open: "/profile/security", lands: "/profile/security" },
      { who: "family", open: "/settings/people", lands: "/settings/people", routes: { "/settings/people": [] } },
    ],
  },
  {
    rule: "Path prefixes treated as public or special: a lost session never sends anybody away from them.",
    cases: [
      { who: "nobody", open: "/enquiry/new", lands: "/enquiry/new", flags: ALL },
      { who: "nobody", open: "/enquiryform/abq", lands: "/enquiryform/abq", flags: ALL },
      { who: "nobody", open: "/enquiry/thanks", lands: "/enquiry/thanks", flags: { login: "Y" } },
      { who: "nobody", open: "/hr/form", lands: "/hr/form", flags: { login: "Y" } },
      { who: "nobody", open: "/access-denied", lands: "/access-denied", flags: { login: "Y" } },
      { who: "nobody", open: "/student-encrypted/abc", lands: "/student-encrypted/abc", flags: ALL },
      { who: "nobody", open: "/student-encrypted/abc/sign-in", lands: "/student-encrypted/abc/sign-in", flags: ALL },
      { who: "family", open: "/student-encrypted/abc", lands: "/student-encrypted/abc" },
      { who: "staff", open: "/enquiry/new", lands: "/enquiry/new" },
      { who: "nobody", open: "/consent/abc", lands: "/consent/abc", flags: { login: "Y" } },
    ],
  },
  {
    rule: "Public routes (no authority required).",
    cases: [
      { who: "nobody", open: "/sign-up", lands: "/sign-up", flags: { login: "Y" } },
      { who: "nobody", open: "/forgot-password", lands: "/forgot-password", flags: { otp: "Y" } },
      { who: "nobody", open: "/reset-password", lands: "/reset-password", flags: { otp: "Y" } },
      { who: "nobody", open: "/verify-account", lands: "/verify-account", flags: { otp: "Y" } },
      { who: "nobody", open: "/otp-authentication", lands: "/otp-authentication" },
      { who: "nobody", open: "/pos-sign-in", lands: "/pos-sign-in", flags: ALL },
      { who: "nobody", open: "/admission", lands: "/admission", flags: { login: "Y" } },
      { who: "nobody", open: "/admission-dates", lands: "/admission-dates", flags: { login: "Y" } },
      { who: "staff", open: "/reset-password", lands: "/reset-password" },
      { who: "family", open: "/verify-account", lands: "/verify-account" },
      { who: "family", open: "/admission", lands: "/admission" },
    ],
  },
  {
    rule: "The home page setting decides sign-up versus sign-in landing: it depends on whether the second value of a home page field equals 'Y'.",
    cases: [
      { who: "nobody", open: "/", lands: "/sign-up", homePage: ["N", "Y"] },
      { who: "nobody", open: "/", lands: "/sign-in", homePage: ["Y", "N"] },
      { who: "nobody", open: "/", lands: "/sign-in", homePage: ["N", "y"] },
      { who: "nobody", open: "/", lands: "/sign-in", homePage: ["N", "Y"], flags: { login: "Y" } },
      { who: "nobody", open: "/", lands: "/otp-authentication", homePage: ["N", "Y"], flags: { otp: "Y" } },
      { who: "staff", open: "/", lands: "/dashboard", homePage: ["N", "Y"] },
    ],
  },
];

/** After sign-in the redirectUrl parameter is honoured… */
export const HONOURED: readonly (readonly [remembered: string, lands: string])[] = [
  ["/pre_admission", "/pre_admission"],
  ["/pre_admission?state=new", "/pre_admission?state=new"],
  ["/profile/security", "/profile/security"],
  ["/profile#sessions", "/profile#sessions"],
  ["/enquiry/new", "/enquiry/new"],
];

/** …unless it equals the dashboard path, is under /pos/, or is no page of ours; the entry screens would only send on. */
export const NOT_HONOURED: readonly string[] = [
  "/dashboard", "/dashboard/", "/dashboard?x=1", "/dashboard#top", "/pos/canteen", "/pos/uniform-approval", "/pos/../pos/canteen", "/nowhere", "/",
  "/sign-in", "/sign-in?redirectUrl=/pre_admission", "/sign-up", "/otp-authentication", "/pos-sign-in", "/access-denied", "", "pre_admission", "./pre_admission", "../pre_admission",
  "?state=new", "#x", "/api/v1/oa/enquiries", "/branding/logo.svg", "/assets/index.js",
];

/** Sixty forms of an open redirect, as they stand in the address bar after decoding once. All end on the dashboard. */
export const NASTY: readonly string[] = [
  "https://evil.example", "http://evil.example/pre_admission", "HTTPS://EVIL.EXAMPLE/", "https:evil.example", "https:/evil.example", "https:///evil.example",
  "//evil.example", "//evil.example/pre_admission", "///evil.example", "////evil.example/pre_admission", "//evil.example:80/", "//user@evil.example/",
  "/\\evil.example", "/\\/evil.example", "\\\\evil.example", "\\/evil.example", "/\\\\evil.example/pre_admission", "\\evil.example",
  "/\t/evil.example", "/\n/evil.example", "/\r/evil.example", "\t//evil.example", "\n//evil.example", "/\r\n//evil.example",
  " //evil.example", "\u00a0//evil.example", "\ufeff//evil.example", "\u0000//evil.example", "/\u0000/evil.example", "\u2028//evil.example",
  "/.//evil.example", "/./\\evil.example", "/..//evil.example", "/a/..//evil.example", "/pre_admission/..//evil.example", "/%2e//evil.example",
  "/%2F/evil.example", "/%2Fevil.example", "%2F%2Fevil.example", "/%5Cevil.example", "/%5C%5Cevil.example", "/%09/evil.example",
  "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "javascript://%0aalert(1)", "/javascript:alert(1)", "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)", "blob:https://evil.example/x", "file:///etc/passwd", "ftp://evil.example/", "ws://evil.example/", "mailto:a@evil.example",
  "@evil.example", "/@evil.example", "/;@evil.example", ".evil.example", "https://abq.localhost@evil.example/pre_admission", "https://abq.localhost.evil.example/pre_admission",
  "／／evil.example", "/／evil.example", "//evil。example/pre_admission", "//[::1]/pre_admission", "//0x7f.1/pre_admission", "/pre_admission\\..\\..\\\\evil.example",
];

/** Sign-out goes to / or, on POS pages, /pos-sign-in. */
export const SIGN_OUT: readonly (readonly [page: string, to: string])[] = [
  ["/dashboard", "/"],
  ["/pre_admission", "/"],
  ["/profile/security", "/"],
  ["/pos", "/pos-sign-in"],
  ["/pos/canteen", "/pos-sign-in"],
  ["/pos-self", "/"],
];

/** A footer shows on all pages except under /pos/. */
export const FOOTER: readonly (readonly [page: string, who: Who, shown: boolean])[] = [
  ["/sign-in", "nobody", true],
  ["/pos-sign-in", "nobody", true],
  ["/enquiry/new", "nobody", true],
  ["/admission-dates", "nobody", true],
  ["/dashboard", "staff", true],
  ["/pos", "till", false],
];
