/** Rules of tags that forms clamp with and the server refuses with. */
export const LIFE_DAYS_MAX = 999;
/** Largest spreadsheet of members, in bytes. */
export const TAG_FILE_MAX = 10_000_000;
/** Accent of the product: a tag is born in it. */
export const TAG_COLOR = '#A259FF';
/** Colours offered for a tag; each carries its own name beside it, so no reader depends on the hue. */
export const tagColors = [
  '#A259FF',
  '#3DBC87',
  '#2F80ED',
  '#00A3BF',
  '#E0A100',
  '#F2784B',
  '#D64545',
  '#E667AF',
  '#8A94A6',
  '#5B6B8C',
] as const;

export const clampLifeDays = (days: number): number => Math.min(LIFE_DAYS_MAX, Math.max(0, Math.trunc(days) || 0));

type Tagged = { type: string; is_system: boolean };
/** Members are put in by hand only here; the other kinds fill themselves. */
export const isFilledByHand = (tag: Tagged): boolean => tag.type === 'arbitrary';
/** Only a tag that the organisation made can be renamed or deleted. */
export const isCustom = (tag: Tagged): boolean => tag.type === 'arbitrary' && !tag.is_system;
/** Only these know a time of membership: newcomers leave when it is over, and delays of actions must fit into it. */
export const hasLife = (tag: Tagged): boolean => tag.is_system && tag.type !== 'arbitrary';
