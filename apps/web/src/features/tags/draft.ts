import {
  deferAfter,
  HOUR_DEFAULT,
  hourText,
  LINK_DAYS_DEFAULT,
  type ActionType,
} from '@sergak/contract/automation/automation.rules.ts';
import type { TagAction } from '@sergak/contract/automation/automation.schema.ts';
import type { Tag } from '@sergak/contract/tags/tags.schema.ts';

/** Days that a course may take unless somebody chose otherwise; the server's own default. */
const PERIOD_DEFAULT = 30;

/** One action on the screen. `none`: a line whose type has not been chosen yet; it is never stored. */
export type Line = {
  /** Stays the same while the screen is open, also when the line is stored. */
  readonly key: string;
  /** Null until it is stored. */
  readonly id: string | null;
  readonly version: number;
  readonly type: ActionType | 'none';
  readonly theme: string;
  readonly text: string;
  readonly courses: TagAction['courses'];
  readonly emails: TagAction['phishing_templates'];
  readonly defer_by: number;
  readonly period: number;
  readonly link_days: number;
  readonly link_time: string;
  readonly for_members: TagAction['for_members'];
};
/** What the parts of a line are given to edit it. */
export type PartProps = { readonly line: Line; readonly onChange: (patch: Partial<Line>) => void };
type Rules = Pick<Tag, 'life_days' | 'min_risk_level' | 'max_risk_level'>;
/** What is edited on the page of a tag: its own rules and its actions. */
export type Sheet = { readonly rules: Rules; readonly version: number; readonly lines: readonly Line[] };
/** What is stored, as far as this page knows, and what it is to become. */
export type Draft = { readonly base: Sheet; readonly mine: Sheet };

export const newLine = (key: string): Line => ({
  key,
  id: null,
  version: 0,
  type: 'none',
  theme: '',
  text: '',
  courses: [],
  emails: [],
  defer_by: 0,
  period: PERIOD_DEFAULT,
  link_days: LINK_DAYS_DEFAULT,
  link_time: hourText(HOUR_DEFAULT),
  for_members: 'all',
});

export const lineOf = (action: TagAction, key: string = action.id): Line => ({
  key,
  id: action.id,
  version: action.version,
  type: action.type,
  theme: action.theme,
  text: action.text,
  courses: action.courses,
  emails: action.phishing_templates,
  defer_by: action.defer_by,
  period: action.period ?? PERIOD_DEFAULT,
  link_days: action.registration_link_days ?? LINK_DAYS_DEFAULT,
  link_time: action.registration_link_time ?? hourText(HOUR_DEFAULT),
  for_members: action.for_members,
});

const rulesOf = ({ life_days, min_risk_level, max_risk_level }: Tag): Rules => ({
  life_days,
  min_risk_level,
  max_risk_level,
});
export const sheetOf = (tag: Tag, actions: readonly TagAction[]): Sheet => ({
  rules: rulesOf(tag),
  version: tag.version,
  lines: actions.map((action) => lineOf(action)),
});
export const draftOf = (sheet: Sheet): Draft => ({ base: sheet, mine: sheet });

export const fields = ['courses', 'emails', 'theme', 'text', 'defer_by', 'period', 'link_days', 'link_time'] as const;
export type Field = (typeof fields)[number];
const fieldsOf: Record<Line['type'], readonly Field[]> = {
  none: [],
  course: ['courses', 'defer_by', 'period'],
  letter: ['theme', 'text', 'defer_by'],
  registration_link: ['theme', 'text', 'defer_by', 'link_days', 'link_time'],
  phishing: ['emails', 'defer_by'],
};
/** A value in a form that can be compared: surrounding blanks and the order of a choice mean nothing. */
const plain = (line: Line, field: Field): string | number => {
  const value = line[field];
  if (typeof value === 'object')
    return value
      .map((one) => one.id)
      .sort()
      .join();
  return typeof value === 'string' ? value.trim() : value;
};
/** Fields in which two lines of one type differ. */
export const differences = (a: Line, b: Line): readonly Field[] =>
  fieldsOf[a.type].filter((field) => plain(a, field) !== plain(b, field));

const storedAs = (sheet: Sheet, line: Line): Line | undefined =>
  line.id === null ? undefined : sheet.lines.find((one) => one.id === line.id);
export type Mark = 'new' | 'changed' | null;
/** What saving would do with a line. */
export const markOf = ({ base }: Draft, line: Line): Mark => {
  const stored = storedAs(base, line);
  if (stored === undefined) return 'new';
  return differences(stored, line).length > 0 ? 'changed' : null;
};
/** Stored lines that are to go. */
export const removedLines = ({ base, mine }: Draft): readonly Line[] =>
  base.lines.filter((one) => storedAs(mine, one) === undefined);
const sameRules = (a: Rules, b: Rules): boolean =>
  a.life_days === b.life_days && a.min_risk_level === b.min_risk_level && a.max_risk_level === b.max_risk_level;

/** Whether the tag's own rules are to change. */
export const rulesChanged = ({ base, mine }: Draft): boolean => !sameRules(base.rules, mine.rules);
/** How many actions saving would add, change or take away. A line without a type is none of them. */
export const changedLines = (draft: Draft): number =>
  draft.mine.lines.filter((line) => line.type !== 'none' && markOf(draft, line) !== null).length +
  removedLines(draft).length;
/** How many things saving would change. */
export const changeCount = (draft: Draft): number => changedLines(draft) + (rulesChanged(draft) ? 1 : 0);

/** What a line still needs before it can be stored. */
export const missing = (line: Line): readonly Field[] =>
  fieldsOf[line.type].filter((field) => {
    const value = line[field];
    if (typeof value === 'string') return value.trim() === '';
    return typeof value === 'object' && value.length === 0;
  });

const mineWith = (draft: Draft, lines: readonly Line[]): Draft => ({ ...draft, mine: { ...draft.mine, lines } });
export const addLine = (draft: Draft, key: string): Draft => mineWith(draft, [...draft.mine.lines, newLine(key)]);
export const dropLine = (draft: Draft, key: string): Draft =>
  mineWith(
    draft,
    draft.mine.lines.filter((line) => line.key !== key),
  );
export const changeLine = (draft: Draft, key: string, patch: Partial<Line>): Draft =>
  mineWith(
    draft,
    draft.mine.lines.map((line) => (line.key === key ? { ...line, ...patch } : line)),
  );
/** Another type is another action: the stored one goes, and this line is a new one that keeps its texts and its delay. */
export const changeType = (draft: Draft, key: string, type: Line['type']): Draft => {
  const line = draft.mine.lines.find((one) => one.key === key);
  if (line === undefined || line.type === type) return draft;
  const before = draft.base.lines.find((one) => one.key === key);
  const back = before?.type === type ? { id: before.id, version: before.version } : { id: null, version: 0 };
  return changeLine(draft, key, { type, ...back });
};
/** Another life of the tag: delays that no longer fit begin at once. */
export const changeLife = (draft: Draft, life_days: number): Draft => ({
  ...draft,
  mine: {
    ...draft.mine,
    rules: { ...draft.mine.rules, life_days },
    lines: draft.mine.lines.map((line) => ({ ...line, defer_by: deferAfter(line.defer_by, life_days) })),
  },
});
export const changeBounds = (draft: Draft, bounds: Pick<Rules, 'min_risk_level' | 'max_risk_level'>): Draft => ({
  ...draft,
  mine: { ...draft.mine, rules: { ...draft.mine.rules, ...bounds } },
});
