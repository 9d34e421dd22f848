import { escapeHtml } from '@sergak/contract/text.rules.ts';
import { plain } from './report-style.ts';

type TextStyle = { size?: number; fill?: string; bold?: boolean; anchor?: 'start' | 'middle' | 'end' };

/** A drawing of the given size in points. The parts are our own; texts in them were escaped by `label`. */
export const svg = (width: number, height: number, parts: readonly string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${round(width)}" height="${round(height)}" viewBox="0 0 ${round(width)} ${round(height)}">${parts.join('')}</svg>`;

export const label = (
  x: number,
  y: number,
  text: string,
  { size = 9, fill = '#1c2522', bold = false, anchor = 'start' }: TextStyle = {},
) =>
  `<text x="${round(x)}" y="${round(y)}" font-family="Roboto" font-size="${size}" fill="${fill}" text-anchor="${anchor}"${
    bold ? ' font-weight="bold"' : ''
  }>${escapeHtml(plain(text, 500).replaceAll('\n', ' '))}</text>`;

export const rect = (x: number, y: number, width: number, height: number, fill: string, radius = 0) =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(Math.max(width, 0))}" height="${round(height)}" fill="${fill}"${radius ? ` rx="${radius}"` : ''}/>`;

export const round = (value: number) => Math.round(value * 100) / 100;

/** Approximate width of a text; Cyrillic of this typeface takes 0.57 em on average. */
export const textWidth = (text: string, size: number) => text.length * size * 0.57;

/** Shortens a text to a width, with an ellipsis if something was cut. */
export const fit = (text: string, width: number, size: number) => {
  const room = Math.max(1, Math.floor(width / (size * 0.57)));
  return text.length <= room ? text : `${text.slice(0, room - 1).trimEnd()}…`;
};
