import { discard, prepare, serve, stop } from "./server.ts";
import { shareState } from "./state.ts";

/** One server for all journeys; on PostgreSQL when a URL is given. */
export default async function setup(): Promise<() => Promise<void>> {
  const state = await prepare(process.env.QABUL_E2E_POSTGRES ?? "");
  const child = await serve(state);
  shareState(state);
  return async () => {
    await stop(child);
    discard(state);
  };
}
