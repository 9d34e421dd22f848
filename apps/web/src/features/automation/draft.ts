import { PERIOD_DEFAULT } from '@sergak/contract/learning/limits.rules.ts';
import {
  deferAfter,
  HOUR_DEFAULT,
  hourText,
  LINK_DAYS_DEFAULT,
  type ActionType,
} from '@sergak/contract/automation/automation.rules.ts';
import type { TagAction } from '@sergak/contract/automation/automation.schema.ts';
import type { Tag } from '@sergak/contract/tags/tags.schema.ts';

/** Default number of days for a course; the same default as on the server. */

/** One action on the screen. `none`: a line without a type; it is never stored. */
export type Line = {
  /** Stays the same while the screen is open, even after the line is stored. */
  readonly key: string;
  /** Null until the line is stored. */
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
/** Props of the components that edit a part of a line. */
export type PartProps = { readonly line: Line; readonly onChange: (patch: Partial<Line>) => void };
type Rules = Pick<Tag, 'life_days' | 'min_risk_level' | 'max_risk_level'>;
/** The editable part of a tag's page: the tag's rules and actions. */
export type Sheet = { readonly rules: Rules; readonly version: number; readonly lines: readonly Line[] };
/** `base` is the stored state as this page knows it; `mine` is the edited state. */
export type ActionDraft = { readonly base: Sheet; readonly mine: Sheet };

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
export const actionDraft = (sheet: Sheet): ActionDraft => ({ base: sheet, mine: sheet });

export const fields = ['courses', 'emails', 'theme', 'text', 'defer_by', 'period', 'link_days', 'link_time'] as const;
export type ActionField = (typeof fields)[number];
const fieldsOf: Record<Line['type'], readonly ActionField[]> = {
  none: [],
  course: ['courses', 'defer_by', 'period'],
  letter: ['theme', 'text', 'defer_by'],
  registration_link: ['theme', 'text', 'defer_by', 'link_days', 'link_time'],
  phishing: ['emails', 'defer_by'],
};
/** A value in comparable form, without surrounding blanks and independent of the order of a choice. */
const plain = (line: Line, field: ActionField): string | number => {
  const value = line[field];
  if (typeof value === 'object')
    return value
      .map((one) => one.id)
      .sort()
      .join();
  return typeof value === 'string' ? value.trim() : value;
};
/** Fields that differ between two lines of the same type. */
export const differences = (a: Line, b: Line): readonly ActionField[] =>
  fieldsOf[a.type].filter((field) => plain(a, field) !== plain(b, field));

const storedAs = (sheet: Sheet, line: Line): Line | undefined =>
  line.id === null ? undefined : sheet.lines.find((one) => one.id === line.id);
export type Mark = 'new' | 'changed' | null;
/** The effect of saving on a line. */
export const markOf = ({ base }: ActionDraft, line: Line): Mark => {
  const stored = storedAs(base, line);
  if (stored === undefined) return 'new';
  return differences(stored, line).length > 0 ? 'changed' : null;
};
/** Stored lines that saving removes. */
export const removedLines = ({ base, mine }: ActionDraft): readonly Line[] =>
  base.lines.filter((one) => storedAs(mine, one) === undefined);
const sameRules = (a: Rules, b: Rules): boolean =>
  a.life_days === b.life_days && a.min_risk_level === b.min_risk_level && a.max_risk_level === b.max_risk_level;

/** Whether saving changes the tag's rules. */
export const rulesChanged = ({ base, mine }: ActionDraft): boolean => !sameRules(base.rules, mine.rules);
/** Number of actions that saving adds, changes or removes. Lines without a type are not counted. */
export const changedLines = (draft: ActionDraft): number =>
  draft.mine.lines.filter((line) => line.type !== 'none' && markOf(draft, line) !== null).length +
  removedLines(draft).length;
/** Number of changes that saving makes. */
export const changeCount = (draft: ActionDraft): number => changedLines(draft) + (rulesChanged(draft) ? 1 : 0);

/** The fields that a line still needs before it can be stored. */
export const missing = (line: Line): readonly ActionField[] =>
  fieldsOf[line.type].filter((field) => {
    const value = line[field];
    if (typeof value === 'string') return value.trim() === '';
    return typeof value === 'object' && value.length === 0;
  });

const mineWith = (draft: ActionDraft, lines: readonly Line[]): ActionDraft => ({
  ...draft,
  mine: { ...draft.mine, lines },
});
export const addLine = (draft: ActionDraft, key: string): ActionDraft =>
  mineWith(draft, [...draft.mine.lines, newLine(key)]);
export const dropLine = (draft: ActionDraft, key: string): ActionDraft =>
  mineWith(
    draft,
    draft.mine.lines.filter((line) => line.key !== key),
  );
export const changeLine = (draft: ActionDraft, key: string, patch: Partial<Line>): ActionDraft =>
  mineWith(
    draft,
    draft.mine.lines.map((line) => (line.key === key ? { ...line, ...patch } : line)),
  );
/** Changing the type removes the stored action; the line becomes a new action that keeps its texts and its delay. */
export const changeType = (draft: ActionDraft, key: string, type: Line['type']): ActionDraft => {
  const line = draft.mine.lines.find((one) => one.key === key);
  if (line === undefined || line.type === type) return draft;
  const before = draft.base.lines.find((one) => one.key === key);
  const back = before?.type === type ? { id: before.id, version: before.version } : { id: null, version: 0 };
  return changeLine(draft, key, { type, ...back });
};
/** Changes the life of the tag; delays that no longer fit are reset to zero. */
export const changeLife = (draft: ActionDraft, life_days: number): ActionDraft => ({
  ...draft,
  mine: {
    ...draft.mine,
    rules: { ...draft.mine.rules, life_days },
    lines: draft.mine.lines.map((line) => ({ ...line, defer_by: deferAfter(line.defer_by, life_days) })),
  },
});
export const changeBounds = (
  draft: ActionDraft,
  bounds: Pick<Rules, 'min_risk_level' | 'max_risk_level'>,
): ActionDraft => ({
  ...draft,
  mine: { ...draft.mine, rules: { ...draft.mine.rules, ...bounds } },
});
