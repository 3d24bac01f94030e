import { vi } from "vitest";
import type { SchoolDetails } from "@/api/types";

/** A school that offers nothing special; tests change what they are about. */
export const school: SchoolDetails = {
  school_id: "abq",
  mode: "test",
  schoolNameLogo: {
    lic_school_name: { en: "Abq School", ar: "مدرسة أبق" },
    lic_school_logo: "/branding/logo.svg",
    lic_school_logo_dark: null,
    logo_on_plate: true,
    lic_website_url: "",
    lic_lms_url: "",
    logo_sizes: { header: { width: 100, height: 32 }, sign_in: { width: 200, height: 64 } },
  },
  kind_of_institution: "school",
  contact: { phone: null, email: null, hours: null },
  application: null,
  swiperText: [],
  schoolDates: [],
  homePage: ["N", "N"],
  authPage: { conditionalScreens: { without_auth: "N", login: "N", otp: "N", signUp: "N" } },
  formLayout: { mode: "steps", sections: [], plugin: null },
  branding: { colours: { primary: "#7a1f3d", accent: "#e0a526" }, photo: null },
  languages: ["en", "ar"],
  time_zone: "Asia/Muscat",
  currency: "OMR",
  digits: "latn",
  forms: [],
  routes: {},
  status_labels: {},
  audiences: [{ id: "health", name: { en: "Health team", ar: "فريق الصحة" } }],
  captcha: { provider: "off", site_key: "", forms: false },
  connections_url: null,
  hijri: false,
  sms: true,
  terms_version: "1",
  today: "2026-11-21",
  admissionDates: { earliest_start: null, latest_end: null, state: "open" },
};

interface Shaped {
  status?: number;
  body: object;
  headers?: Record<string, string>;
}

type Handler = (body: unknown, url: URL, headers: Headers) => object | Promise<object>;

/** A handler answers with a payload, or with a status and a payload. */
const isShaped = (answer: object): answer is Shaped => "body" in answer;

/** What every list asks for, and few tests are about. */
const EVERYWHERE: Record<string, Handler> = {
  "GET /views": () => ({ items: [] }),
  "GET /audiences": () => ({ items: [] }),
  "GET /common/places": () => ({ years: [] }),
  "GET /enquiries/choices": () => ({ grade: [], school_year: [] }),
  "GET /student/moves": () => ({ items: [], ways: [], reasons: [] }),
};

/** Answers `fetch` by "METHOD /path under /api/v1/oa"; a call that nobody expects fails the test. */
export function stubServer(handlers: Record<string, Handler>): { calls: string[] } {
  const calls: string[] = [];
  vi.stubGlobal("fetch", async (input: Request | URL, init?: RequestInit) => {
    const request = input instanceof Request ? input : new Request(input, init);
    const url = new URL(request.url);
    const call = `${request.method} ${url.pathname.replace("/api/v1/oa", "")}`;
    calls.push(call);
    const handler = handlers[call] ?? EVERYWHERE[call];
    if (!handler) throw new Error(`nobody answers ${call}`);
    const text = await request.text();
    // A file's parts are read by nobody here.
    const isJson = !request.headers.get("content-type")?.startsWith("multipart/");
    const answer = await handler(text && isJson ? JSON.parse(text) : null, url, request.headers);
    const { status = 200, body, headers } = isShaped(answer) ? answer : { body: answer };
    return new Response(JSON.stringify({ success: status < 400, messageId: "", ...body }), { status, headers: { "content-type": "application/json", ...headers } });
  });
  return { calls };
}
