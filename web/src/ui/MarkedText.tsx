/** A text whose `<bdi>` marks keep what was put in there in its own direction. Before anything else of a page loads, `Trans` is too much for that. */
export function MarkedText({ text, dir }: { text: string; dir?: "ltr" }) {
  return text.split(/<\/?bdi>/).map((part, at) =>
    at % 2 === 1 ? (
      // The parts of a sentence have no other name than their place.
      <bdi key={at} dir={dir}>
        {part}
      </bdi>
    ) : (
      part
    ),
  );
}
