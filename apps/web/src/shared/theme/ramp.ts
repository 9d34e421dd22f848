/** Colours of an organisation: a ramp of ten from one seed, computed in OKLCH so that the steps look even. */
export type Ramp = readonly [string, string, string, string, string, string, string, string, string, string];
type Oklch = { l: number; c: number; h: number };
type Rgb = readonly [number, number, number];

/** White text on index 6 has at least this contrast (AA requires 4.5); the margin allows for antialiasing and hover. */
export const TEXT_CONTRAST = 5.6;

const linear = (v: number): number => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const gamma = (v: number): number => (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055);

export const parseHex = (hex: string): Rgb | null => {
  const found = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(hex.trim());
  if (found === null) return null;
  const digits = found[1]!.length === 3 ? [...found[1]!].map((d) => d + d).join('') : found[1]!;
  const part = (i: number): number => Number.parseInt(digits.slice(i, i + 2), 16) / 255;
  return [part(0), part(2), part(4)];
};
const toHex = (rgb: Rgb): string =>
  `#${rgb
    .map((v) =>
      Math.round(Math.min(1, Math.max(0, v)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const toOklch = (rgb: Rgb): Oklch => {
  const [r, g, b] = rgb.map(linear) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return { l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, c: Math.hypot(a, bb), h: Math.atan2(bb, a) };
};
const toRgb = ({ l, c, h }: Oklch): Rgb => {
  const a = c * Math.cos(h);
  const b = c * Math.sin(h);
  const ll = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    gamma(4.0767416621 * ll - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * ll + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * ll - 0.7034186147 * m + 1.707614701 * s),
  ];
};
const inside = (rgb: Rgb): boolean => rgb.every((v) => v >= -0.0005 && v <= 1.0005);

/** The colour with the highest chroma, up to the wanted one, that a screen can show at this lightness. */
const shown = (wanted: Oklch): Rgb => {
  if (inside(toRgb(wanted))) return toRgb(wanted);
  let low = 0;
  let high = wanted.c;
  for (let i = 0; i < 20; i += 1) {
    const c = (low + high) / 2;
    if (inside(toRgb({ ...wanted, c }))) low = c;
    else high = c;
  }
  return toRgb({ ...wanted, c: low });
};

const luminance = (rgb: Rgb): number => {
  const [r, g, b] = rgb.map((v) => linear(Math.min(1, Math.max(0, v)))) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
/** WCAG contrast of two colours, 1…21. */
export const contrast = (one: string, other: string): number => {
  const [a, b] = [one, other].map((hex) => luminance(parseHex(hex) ?? [0, 0, 0])) as [number, number];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};

/** The lightest colour of this hue and chroma on which white text has the wanted contrast. */
const solve = (seed: Oklch, wanted: number): number => {
  let low = 0;
  let high = 1;
  for (let i = 0; i < 24; i += 1) {
    const l = (low + high) / 2;
    if (contrast(toHex(shown({ ...seed, l })), '#ffffff') >= wanted) low = l;
    else high = l;
  }
  return low;
};

const FALLBACK: Rgb = [0x3d / 255, 0xbc / 255, 0x87 / 255];
/** Chroma of each step as a share of the seed's chroma: pale at the ends, full in the middle. */
const chroma = [0.12, 0.24, 0.42, 0.62, 0.82, 0.95, 1, 0.92, 0.8, 0.62];

/** Ten shades of a seed, from pale to dark; a seed that is not a colour gives the product's green. */
export const rampOf = (seedHex: string): Ramp => {
  const seed = toOklch(parseHex(seedHex) ?? FALLBACK);
  const base = { l: 0, c: Math.min(Math.max(seed.c, 0.005), 0.2), h: seed.h };
  const six = solve(base, TEXT_CONTRAST);
  // Half a percent darker than solved, so that rounding to eight bits does not reduce the contrast.
  const anchor = six - 0.004;
  const lights = [
    0.975,
    0.945,
    0.9,
    0.84,
    0.76,
    (0.76 + anchor) / 2,
    anchor,
    anchor * 0.87,
    anchor * 0.75,
    anchor * 0.6,
  ];
  return lights.map((l, i) => toHex(shown({ ...base, l, c: base.c * chroma[i]! }))) as string[] & Ramp;
};
