import { differences, type ActionDraft, type ActionField, type Line, type Sheet } from './draft.ts';

/** A change that another person saved since this page read the tag. */
export type Foreign =
  | { readonly kind: 'rules' }
  | { readonly kind: 'added' | 'removed'; readonly line: Line }
  | { readonly kind: 'changed'; readonly line: Line; readonly fields: readonly ActionField[] };

/** Differences between the stored tag and the version that this page started from. */
export const foreignChanges = (base: Sheet, stored: Sheet): readonly Foreign[] => {
  const rules = JSON.stringify(base.rules) !== JSON.stringify(stored.rules);
  const found: Foreign[] = rules ? [{ kind: 'rules' }] : [];
  for (const line of stored.lines) {
    const before = base.lines.find((one) => one.id === line.id);
    if (before === undefined) found.push({ kind: 'added', line });
    else {
      const fields = differences(before, line);
      if (fields.length > 0) found.push({ kind: 'changed', line, fields });
    }
  }
  for (const line of base.lines)
    if (!stored.lines.some((one) => one.id === line.id)) found.push({ kind: 'removed', line });
  return found;
};

/**
 * Applies my changes on top of the stored tag. If both sides changed a line, mine wins; lines that others added stay;
 * a line of mine that others removed becomes a new line; lines that I did not touch are taken as stored.
 */
export const mergeOntoStored = ({ base, mine }: ActionDraft, stored: Sheet): ActionDraft => {
  const touched = (line: Line): boolean => {
    const before = base.lines.find((one) => one.id === line.id);
    return before === undefined || differences(before, line).length > 0;
  };
  const kept = mine.lines.flatMap((line): Line[] => {
    const now = stored.lines.find((one) => one.id !== null && one.id === line.id);
    if (!touched(line)) return now === undefined ? [] : [now];
    return [{ ...line, id: now?.id ?? null, version: now?.version ?? 0 }];
  });
  const baseIds = new Set(base.lines.map((line) => line.id));
  const added = stored.lines.filter((line) => !baseIds.has(line.id) && !kept.some((one) => one.id === line.id));
  const mineRules = JSON.stringify(base.rules) !== JSON.stringify(mine.rules);
  return {
    base: stored,
    mine: { rules: mineRules ? mine.rules : stored.rules, version: stored.version, lines: [...kept, ...added] },
  };
};
