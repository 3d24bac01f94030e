/** The keys that work, by the parts of a page that take them: such a part says `data-keys="<id>"`. */
import type keys from "@locales/en/keys.json";

/** A key that says what pressing does. */
type Says = Exclude<Extract<keyof typeof keys, `${string}.${string}`>, `group.${string}`>;

export interface KeyGroup {
  id: string;
  /** Each alternative is a set of keys that are held together. */
  keys: readonly { press: readonly (readonly string[])[]; says: Says }[];
}

export const KEY_GROUPS = [
  { id: "page", keys: [{ press: [["Ctrl", "K"]], says: "page.palette" }, { press: [["?"]], says: "page.help" }, { press: [["Esc"]], says: "page.close" }] },
  { id: "search", keys: [{ press: [["/"]], says: "search.go" }] },
  { id: "views", keys: [{ press: [["V"]], says: "views.go" }] },
  {
    id: "list",
    keys: [
      { press: [["↓"], ["↑"]], says: "list.move" },
      { press: [["Enter"]], says: "list.open" },
      { press: [["Page ↓"], ["Page ↑"]], says: "list.page" },
      { press: [["Home"], ["End"]], says: "list.ends" },
      { press: [["Esc"]], says: "list.close" },
    ],
  },
  {
    id: "select",
    keys: [
      { press: [["Space"]], says: "select.one" },
      { press: [["Shift", "↓"], ["Shift", "↑"]], says: "select.range" },
      { press: [["Ctrl", "A"]], says: "select.all" },
      { press: [["Esc"]], says: "select.none" },
    ],
  },
  { id: "desk", keys: [{ press: [["Ctrl", "Z"]], says: "desk.undo" }, { press: [["Ctrl", "Shift", "Z"], ["Ctrl", "Y"]], says: "desk.redo" }] },
  {
    id: "outline",
    keys: [
      { press: [["↓"], ["↑"]], says: "outline.choose" },
      { press: [["Alt", "↓"], ["Alt", "↑"]], says: "outline.move" },
      { press: [["Enter"]], says: "outline.edit" },
      { press: [["A"]], says: "outline.add" },
      { press: [["Ctrl", "D"]], says: "outline.double" },
      { press: [["Del"]], says: "outline.remove" },
    ],
  },
  { id: "arrange", keys: [{ press: [["↓"], ["↑"]], says: "outline.choose" }, { press: [["Alt", "↓"], ["Alt", "↑"]], says: "outline.move" }, { press: [["Enter"]], says: "outline.edit" }, { press: [["Del"]], says: "arrange.hide" }] },
  { id: "sort", keys: [{ press: [["Space"]], says: "sort.lift" }, { press: [["↓"], ["↑"]], says: "sort.move" }, { press: [["Esc"]], says: "sort.back" }] },
  { id: "papers", keys: [{ press: [["N"], ["P"]], says: "papers.move" }, { press: [["A"]], says: "papers.accept" }, { press: [["R"]], says: "papers.refuse" }] },
  {
    id: "sheet",
    keys: [
      { press: [["↓"], ["↑"], ["←"], ["→"]], says: "sheet.move" },
      { press: [["Enter"], ["F2"]], says: "sheet.edit" },
      { press: [["Del"]], says: "sheet.clear" },
      { press: [["Tab"]], says: "sheet.next" },
    ],
  },
] as const satisfies readonly KeyGroup[];

/** The groups of what is on the page now; what works on every page first. */
export function groupsHere(root: ParentNode = document): readonly (typeof KEY_GROUPS)[number][] {
  const here = new Set([...root.querySelectorAll<HTMLElement>("[data-keys]")].flatMap((each) => (each.dataset.keys ?? "").split(" ")));
  return KEY_GROUPS.filter(({ id }) => id === "page" || here.has(id));
}
