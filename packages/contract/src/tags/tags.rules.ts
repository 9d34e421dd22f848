/** Rules of tags: forms use them for limits, the server rejects input that breaks them. */
export const LIFE_DAYS_MAX = 999;
/** Largest spreadsheet of members, in bytes. */
export const TAG_FILE_MAX = 10_000_000;
/** Accent colour of the product, the default of a tag. */
export const TAG_COLOR = '#A259FF';
/** Colours of a tag. The name of each colour is shown next to it, so that readers do not depend on the hue. */
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
/** Members are added by hand only to this kind; the other kinds fill themselves. */
export const isFilledByHand = (tag: Tagged): boolean => tag.type === 'arbitrary';
/** Only custom tags can be renamed or deleted. */
export const isCustom = (tag: Tagged): boolean => tag.type === 'arbitrary' && !tag.is_system;
/** Only these tags have a membership period: newcomers leave at its end, and delays of actions must fit into it. */
export const hasLife = (tag: Tagged): boolean => tag.is_system && tag.type !== 'arbitrary';
