/** The words of signing in, taken from the generated answers so that they cannot drift. */
import type { FactorPayload, LoginApiResponse, SessionPayload, SetupPayload } from "./generatedTypes";

/** What every way in ends with. */
export type SessionAnswer = Pick<SessionPayload, "user" | "token" | "expires_in" | "known_browser">;
/** A right first proof is not the whole way in. */
export type FactorAsked = FactorPayload;
/** The role asks for a second factor that is not there yet. */
export type FactorSetupAsked = SetupPayload;
export type LoginAnswer = LoginApiResponse;

/** A person or a number that a code goes to. */
export type CodeTarget = { email: string } | { phone: string };

/** A point of sale as this device knows it. */
export type { SessionTill as TillName } from "./generatedTypes";
