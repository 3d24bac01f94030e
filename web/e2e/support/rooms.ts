import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { Look, Room } from "../../src/ui/room.ts";

/** What a `room.tsx` says: of a feature, or of a room of the desk, which has no pages of its own. */
export interface RoomFile {
  file: string;
  room?: Room | undefined;
  /** How its pages are looked at, or the test that looks at them elsewhere. */
  looks: readonly Look[] | string;
}

const features = path.resolve(import.meta.dirname, "../../src/features");

/** Imports every file of this name, as the application finds them by its glob. */
async function read<Module>(folders: readonly string[], name: string): Promise<{ file: string; module: Module }[]> {
  const files = folders.flatMap((folder) => readdirSync(folder).map((each) => path.join(folder, each, name))).filter(existsSync);
  return await Promise.all(files.map(async (file) => ({ file, module: (await import(file)) as Module })));
}

/** Every `room.tsx`. */
export async function rooms(): Promise<RoomFile[]> {
  const found = await read<{ room?: Room; looks: () => RoomFile["looks"] }>([features, path.join(features, "settings")], "room.tsx");
  return found.map(({ file, module: { room, looks } }) => ({ file, room, looks: looks() }));
}

/** What is looked at of every `platformRoom.tsx`. */
export async function platformLooks(): Promise<string[]> {
  const found = await read<{ looks: () => readonly string[] }>([features], "platformRoom.tsx");
  return found.flatMap(({ module: { looks } }) => looks());
}
