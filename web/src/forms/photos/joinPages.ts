import { asPage, PAGE_LEVELS, type PicturePage } from "@/forms/widgets/shrink";
import { pdfOf } from "./pdf";

/** Most pages of one document. */
export const MOST_PAGES = 20;

/** Photographs as one PDF of at most so many bytes, each drawn as small as that needs; which page is drawn is told on the way. */
export async function joinPages(photos: readonly File[], limit: number, onPage: (nth: number) => void): Promise<Blob | "unreadable" | "tooLarge"> {
  for (let level = 0; level < PAGE_LEVELS; level += 1) {
    const pages: PicturePage[] = [];
    for (const [index, photo] of photos.entries()) {
      onPage(index + 1);
      const page = await asPage(photo, level);
      if (!page) return "unreadable";
      pages.push(page);
    }
    const joined = pdfOf(pages);
    if (joined.size <= limit) return joined;
  }
  return "tooLarge";
}
