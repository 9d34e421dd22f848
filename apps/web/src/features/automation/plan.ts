import { deferAfter } from '@sergak/contract/automation/automation.rules.ts';
import type { CallInput } from '../../shared/api.ts';
import { differences, type ActionDraft, type Line, removedLines } from './draft.ts';

type Save = Omit<CallInput<'automation.save'>, 'id'>;
type SavedAction = NonNullable<Save['actions']>[number];

const idsOf = (list: readonly { id: string }[]): string[] => list.map((one) => one.id);

const savedAction = (line: Line): SavedAction | null => {
  const { id, defer_by, for_members, period } = line;
  const saved = { id, defer_by, for_members, ...(id === null ? {} : { version: line.version }) };
  switch (line.type) {
    case 'none':
      return null;
    case 'course':
      return { type: 'course', ...saved, course_ids: idsOf(line.courses), period };
    case 'phishing':
      return { type: 'phishing', ...saved, templates_ids: idsOf(line.emails) };
    case 'letter':
      return { type: 'letter', ...saved, theme: line.theme.trim(), text: line.text.trim() };
    case 'registration_link': {
      const link = { registration_link_days: line.link_days, registration_link_time: line.link_time };
      return { type: 'registration_link', ...saved, theme: line.theme.trim(), text: line.text.trim(), ...link };
    }
  }
};

/** Whether a line differs from the stored one after the new life of the tag has reset delays that no longer fit. */
const isChanged = ({ base, mine }: ActionDraft, line: Line): boolean => {
  const before = line.id === null ? undefined : base.lines.find((one) => one.id === line.id);
  if (before === undefined) return true;
  const sameLife = base.rules.life_days === mine.rules.life_days;
  const defer_by = sameLife ? before.defer_by : deferAfter(before.defer_by, mine.rules.life_days);
  return differences({ ...before, defer_by }, line).length > 0;
};

/** The input of one save: changed rules and actions, with the versions in which they were read. */
export const actionSave = (draft: ActionDraft): Save => {
  const { base, mine } = draft;
  const { life_days, min_risk_level, max_risk_level } = mine.rules;
  const life = life_days !== base.rules.life_days;
  const bounds = min_risk_level !== base.rules.min_risk_level || max_risk_level !== base.rules.max_risk_level;
  return {
    ...(life || bounds ? { version: base.version } : {}),
    ...(life ? { life_days } : {}),
    ...(bounds ? { risk_bounds: { min_risk_level, max_risk_level } } : {}),
    removed: removedLines(draft).map(({ id, version }) => ({ id: id!, version })),
    actions: mine.lines.flatMap((line) => {
      const saved = isChanged(draft, line) ? savedAction(line) : null;
      return saved === null ? [] : [saved];
    }),
  };
};
