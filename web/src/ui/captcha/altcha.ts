import SolverWorker from "altcha/workers/pbkdf2?worker";

/** The server's challenge (altcha v2): find the counter whose derived key begins with the wanted prefix. */
export interface AltchaChallenge {
  parameters: { algorithm: string; nonce: string; salt: string; cost: number; keyLength: number; keyPrefix: string };
  signature?: string;
}

interface Solution {
  counter: number;
  derivedKey: string;
  time?: number;
}

/** More workers than this make a phone hot without making it faster. */
const MOST_WORKERS = 4;
const TIMEOUT_MS = 90_000;

/** Solves a challenge beside the page, each worker its own share of the counters; the token that the server verifies. */
export async function solveAltcha(challenge: AltchaChallenge): Promise<string> {
  const count = Math.max(1, Math.min(MOST_WORKERS, navigator.hardwareConcurrency || 1));
  const workers = Array.from({ length: count }, () => new SolverWorker());
  try {
    const solution = await Promise.any(workers.map((worker, index) => solveIn(worker, challenge, index, count)));
    return btoa(JSON.stringify({ challenge, solution }));
  } finally {
    for (const worker of workers) worker.terminate();
  }
}

function solveIn(worker: Worker, challenge: AltchaChallenge, counterStart: number, counterStep: number): Promise<Solution> {
  return new Promise((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<Solution | { error: unknown } | null>) => {
      if (data && "counter" in data) resolve(data);
      else reject(new Error("the challenge was not solved"));
    });
    worker.addEventListener("error", () => reject(new Error("the solver could not be started")));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    worker.postMessage({ type: "work", challenge, counterStart, counterStep, timeout: TIMEOUT_MS });
  });
}
