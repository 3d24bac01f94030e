/** Colour arithmetic for the contrast guard (WCAG 2.2 relative luminance). */
type Rgb = readonly [red: number, green: number, blue: number];

function parse(hex: string): Rgb | null {
  const match = /^#?([0-9a-f]{6})$/i.exec(hex.trim());
  if (!match?.[1]) return null;
  const value = Number.parseInt(match[1], 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function print(rgb: Rgb): string {
  return `#${rgb.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (channel: number) => {
    const share = channel / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Whether a text is a six-digit hex colour. */
export function isHexColour(text: string): boolean {
  return parse(text) !== null;
}

/** The contrast ratio of two hex colours, 1 to 21; 1 when either is not a colour. */
export function contrast(one: string, other: string): number {
  const [first, second] = [parse(one), parse(other)];
  if (!first || !second) return 1;
  const [a, b] = [luminance(first), luminance(second)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

/** Mixes two hex colours; `share` 0 gives the first, 1 the second. */
export function mix(one: string, other: string, share: number): string {
  const [first, second] = [parse(one), parse(other)];
  if (!first || !second) return one;
  const channel = (index: 0 | 1 | 2) => first[index] + (second[index] - first[index]) * share;
  return print([channel(0), channel(1), channel(2)]);
}

/** Moves a colour towards another, in small steps, until it stands out enough from a background. */
export function ensureContrast(colour: string, background: string, ratio: number, towards: string): string {
  for (let share = 0; share < 1; share += 0.04) {
    const candidate = mix(colour, towards, share);
    if (contrast(candidate, background) >= ratio) return candidate;
  }
  return towards;
}
