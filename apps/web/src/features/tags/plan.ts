import { deferAfter } from '@sergak/contract/automation/automation.rules.ts';
import type { TagAction } from '@sergak/contract/automation/automation.schema.ts';
import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import type { EndpointId } from '@sergak/contract/endpoints.ts';
import type { CallInput } from '../../shared/api.ts';
import { differences, type Draft, type Line, lineOf, removedLines, type Sheet } from './draft.ts';

type Call<K extends EndpointId> = { readonly call: K; readonly input: CallInput<K> };
type LineCall =
  | Call<'automation.add-courses'>
  | Call<'automation.set-courses'>
  | Call<'automation.add-message'>
  | Call<'automation.update-message'>
  | Call<'automation.add-phishing'>
  | Call<'automation.set-phishing-templates'>
  | Call<'automation.set-phishing-defer'>;
type Removal =
  | Call<'automation.remove-courses'>
  | Call<'automation.remove-message'>
  | Call<'automation.remove-phishing'>;
type TagCall = Call<'automation.set-life-days'> | Call<'tags.set-risk-bounds'>;
/** One call of saving: the tag's own rules, a line that is stored or changed, or a line that goes. */
export type Step =
  | ({ readonly kind: 'tag' } & TagCall)
  | ({ readonly kind: 'remove'; readonly id: string } & Removal)
  | ({ readonly kind: 'store'; readonly key: string } & LineCall);

const idsOf = (list: readonly { id: string }[]): string[] => list.map((one) => one.id);

const tagSteps = (tagId: string, { base, mine }: Draft): Step[] => {
  const { life_days, min_risk_level, max_risk_level } = mine.rules;
  const { version } = base;
  const steps: Step[] = [];
  if (life_days !== base.rules.life_days)
    steps.push({ kind: 'tag', call: 'automation.set-life-days', input: { id: tagId, life_days, version } });
  if (min_risk_level !== base.rules.min_risk_level || max_risk_level !== base.rules.max_risk_level) {
    const input = { id: tagId, min_risk_level, max_risk_level, version };
    steps.push({ kind: 'tag', call: 'tags.set-risk-bounds', input });
  }
  return steps;
};

const removal = (tagId: string, { id, type }: Line): Step => {
  if (type === 'course') return { kind: 'remove', id: id!, call: 'automation.remove-courses', input: { id: tagId } };
  if (type === 'phishing') return { kind: 'remove', id: id!, call: 'automation.remove-phishing', input: { tagId } };
  return { kind: 'remove', id: id!, call: 'automation.remove-message', input: { tagId, messageId: id! } };
};

const addition = (tagId: string, line: Line): Step[] => {
  const { key, defer_by, for_members, period } = line;
  const kind = 'store';
  switch (line.type) {
    case 'none':
      return [];
    case 'course': {
      const input = { tag_id: tagId, course_ids: idsOf(line.courses), defer_by, period, for_members };
      return [{ kind, key, call: 'automation.add-courses', input }];
    }
    case 'phishing': {
      const input = { tagId, templates_ids: idsOf(line.letters), defer_by, for_members };
      return [{ kind, key, call: 'automation.add-phishing', input }];
    }
    case 'letter':
    case 'registration_link': {
      const link =
        line.type === 'letter'
          ? {}
          : { registration_link_days: line.link_days, registration_link_time: line.link_time };
      const { type } = line;
      const words = { theme: line.theme.trim(), text: line.text.trim() };
      const input = { tag_id: tagId, type, ...words, defer_by, for_members, ...link };
      return [{ kind, key, call: 'automation.add-message', input }];
    }
  }
};

const changes = (tagId: string, before: Line, line: Line): Step[] => {
  const changed = new Set(differences(before, line));
  if (changed.size === 0) return [];
  const { key, version, defer_by } = line;
  const kind = 'store';
  if (line.type === 'course') {
    const input = { id: tagId, course_ids: idsOf(line.courses), defer_by, period: line.period, version };
    return [{ kind, key, call: 'automation.set-courses', input }];
  }
  if (line.type === 'phishing') {
    const templates_ids = idsOf(line.letters);
    const steps: Step[] = [];
    if (changed.has('letters'))
      steps.push({ kind, key, call: 'automation.set-phishing-templates', input: { tagId, templates_ids, version } });
    if (changed.has('defer_by'))
      steps.push({ kind, key, call: 'automation.set-phishing-defer', input: { tagId, defer_by, version } });
    return steps;
  }
  const input = {
    tagId,
    messageId: line.id!,
    version,
    ...(changed.has('theme') ? { theme: line.theme.trim() } : {}),
    ...(changed.has('text') ? { text: line.text.trim() } : {}),
    ...(changed.has('defer_by') ? { defer_by } : {}),
    ...(changed.has('link_days') ? { registration_link_days: line.link_days } : {}),
    ...(changed.has('link_time') ? { registration_link_time: line.link_time } : {}),
  };
  return [{ kind, key, call: 'automation.update-message', input }];
};

/**
 * The calls that bring what is stored to what is wanted, in their order: the tag's life first, as delays must fit into it;
 * what goes before what comes, as a tag has one course action only. After each call ask again with {@link settled}.
 */
export const stepsOf = (tagId: string, draft: Draft): readonly Step[] => [
  ...tagSteps(tagId, draft),
  ...removedLines(draft).map((line) => removal(tagId, line)),
  ...draft.mine.lines.flatMap((line) => {
    const before = line.id === null ? undefined : draft.base.lines.find((one) => one.id === line.id);
    return before === undefined ? addition(tagId, line) : changes(tagId, before, line);
  }),
];

const tagSettled = (sheet: Sheet, { life_days, min_risk_level, max_risk_level, version }: Tag): Sheet => ({
  rules: { life_days, min_risk_level, max_risk_level },
  version,
  // The server lets delays that no longer fit begin at once, which is one more version of those actions.
  lines: sheet.lines.map((line) => {
    const defer_by = life_days === sheet.rules.life_days ? line.defer_by : deferAfter(line.defer_by, life_days);
    return defer_by === line.defer_by ? line : { ...line, defer_by, version: line.version + 1 };
  }),
});

/** The draft after a call has gone well: what is stored now is known, what is still to do stays. */
export const settled = ({ base, mine }: Draft, step: Step, answer: unknown): Draft => {
  if (step.kind === 'remove')
    return { base: { ...base, lines: base.lines.filter((line) => line.id !== step.id) }, mine };
  if (step.kind === 'tag') {
    const next = tagSettled(base, answer as Tag);
    const versions = new Map(next.lines.map((line) => [line.id, line.version]));
    const lines = mine.lines.map((line) => ({ ...line, version: versions.get(line.id) ?? line.version }));
    return { base: next, mine: { ...mine, version: next.version, lines } };
  }
  const stored = lineOf(answer as TagAction, step.key);
  const known = base.lines.some((line) => line.key === step.key);
  const lines = known ? base.lines.map((line) => (line.key === step.key ? stored : line)) : [...base.lines, stored];
  const { id, version } = stored;
  return {
    base: { ...base, lines },
    mine: { ...mine, lines: mine.lines.map((line) => (line.key === step.key ? { ...line, id, version } : line)) },
  };
};
