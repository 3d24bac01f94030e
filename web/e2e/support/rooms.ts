import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { Look, Room } from "../../src/ui/room.ts";

/** What a `room.tsx` says: of a feature, or of a room of the desk, which has no pages of its own. */
export interface Told {
  file: string;
  room?: Room | undefined;
  /** How its pages are looked at, or the test that looks at them elsewhere. */
  looks: readonly Look[] | string;
}

const features = path.resolve(import.meta.dirname, "../../src/features");

/** Every `room.tsx`, as the application finds them by its glob. */
export async function rooms(): Promise<Told[]> {
  const folders = [features, path.join(features, "settings")].flatMap((folder) => readdirSync(folder).map((name) => path.join(folder, name)));
  const files = folders.map((folder) => path.join(folder, "room.tsx")).filter(existsSync);
  return await Promise.all(files.map(async (file) => {
      const { room, looks } = (await import(file)) as { room?: Room; looks: () => Told["looks"] };
      return { file, room, looks: looks() };
    }));
}
