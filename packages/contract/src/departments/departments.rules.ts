import { foldText } from '../fold.rules.ts';
import { ownTitles } from '../organizations/own-titles.rules.ts';
import { TITLE_MAX } from '../text.rules.ts';

/** How a path of departments is written in files and shown: «Дирекция / Финансы / Бухгалтерия». */
export const PATH_SEPARATOR = ' / ';
/** Separators between titles of a path in files and in syncs. The separator needs spaces around it: «IT/Связь» is one title. */
export const pathSeparators = /(?<!\s)\s+[/\\>→|]\s+/;
/** Maximum depth of departments, which also ends every walk over levels. The page, files and syncs share this limit. */
export const DEPTH_MAX = 100;

export type PathProblem = 'department_too_deep' | 'department_too_long' | 'department_below_default';

const same = (a: string, b: string): boolean => foldText(a) === foldText(b);

/** Why this path, given by titles from the top down, is not valid for a department; null if it is valid. */
export const pathProblem = (titles: readonly string[]): PathProblem | null => {
  if (titles.length > DEPTH_MAX) return 'department_too_deep';
  if (titles.some((title) => title.length > TITLE_MAX)) return 'department_too_long';
  return titles.length > 1 && same(titles[0]!, ownTitles.no_department) ? 'department_below_default' : null;
};
