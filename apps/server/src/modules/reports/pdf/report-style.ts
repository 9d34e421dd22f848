import { displayShare } from '@sergak/contract/share.rules.ts';
import type { PdfSpec, Tone } from './report-blocks.ts';

export type Palette = Readonly<Record<Tone, string>> & {
  readonly ink: string;
  readonly soft: string;
  readonly line: string;
  readonly tint: string;
};

const DEFAULT_BRAND = '#3dbc87';

/** The style of a report: colours, widths in points, number formats of its language. */
export type ReportStyle = {
  readonly colors: Palette;
  readonly width: number;
  readonly noData: string;
  readonly number: (value: number) => string;
  readonly percent: (percent: number) => string;
};

/** Formats percentages from 0 to 100 in this language, with the rounding used everywhere (`displayShare`). */
export const percentIn = (language: string): ((percent: number) => string) => {
  const format = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return (percent) => format.format(displayShare(percent) / 100);
};

const MARGIN = 40;
export const page = { margin: MARGIN, short: 595.28, long: 841.89 } as const;

export const styleOf = (spec: PdfSpec): ReportStyle => {
  const brand = onWhite(spec.brand?.color ?? DEFAULT_BRAND);
  const number = new Intl.NumberFormat(spec.language, { maximumFractionDigits: 1 });
  const percent = percentIn(spec.language);
  return {
    colors: {
      brand,
      good: '#2b9e6b',
      warn: '#d9902f',
      bad: '#d6453f',
      info: '#3b78c3',
      muted: '#98a29e',
      ink: '#1c2522',
      soft: '#5d6965',
      line: '#dfe5e2',
      tint: mix(brand, '#ffffff', 0.93),
    },
    width: (spec.page?.orientation === 'landscape' ? page.long : page.short) - 2 * MARGIN,
    noData: plain(spec.labels.no_data),
    number: (value) => plain(number.format(value)),
    percent: (value) => plain(percent(value)),
  };
};

/** Colours of parts without a meaning of their own; distinguishable in grey print as well. */
export const partColor = ({ colors }: ReportStyle, tone: Tone | undefined, index: number) => {
  const order = [
    colors.brand,
    colors.warn,
    colors.info,
    colors.bad,
    colors.muted,
    mix(colors.brand, '#ffffff', 0.5),
    mix(colors.info, '#ffffff', 0.5),
  ];
  return tone ? colors[tone] : order[index % order.length]!;
};

const channels = (hex: string) =>
  [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];

/** Mixes `share` of the second colour into the first. */
export const mix = (first: string, second: string, share: number) => {
  const other = channels(second);
  return `#${channels(first)
    .map((value, i) =>
      Math.round(value + (other[i]! - value) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
};

const luminance = (hex: string) => {
  const [r, g, b] = channels(hex).map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** The organisation's colour, darkened until its contrast with white is 4.5 to 1. */
const onWhite = (wanted: string) => {
  let color = /^#[0-9a-f]{6}$/i.test(wanted) ? wanted.toLowerCase() : DEFAULT_BRAND;
  while (1.05 / (luminance(color) + 0.05) < 4.5) color = mix(color, '#000000', 0.06);
  return color;
};

/** Glyphs that the typeface lacks, with similar replacements (the Uzbek letter turned comma: Oʻzbekiston). */
const standIns: Record<string, string> = {
  '\u02bb': '\u2018',
  '\u202f': '\u00a0',
  '\u2009': '\u00a0',
  '\u2192': '\u203a',
  '\u2190': '\u2039',
  '\u2713': '\u221a',
  '\u200b': '',
};
const MAX_TEXT = 20_000;

/**
 * Makes a text printable: replaces missing glyphs and removes control characters, since some texts are from strangers
 * (user agents, names).
 */
export const plain = (text: string, max = MAX_TEXT) => {
  const whole = text.length > max ? `${text.slice(0, max - 1)}…` : text;
  return whole
    .toWellFormed()
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/g, ' ')
    .replace(/[\u02bb\u202f\u2009\u2192\u2190\u2713\u200b]/g, (char) => standIns[char]!);
};
