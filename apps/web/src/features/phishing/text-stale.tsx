import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { StaleChanges, type StaleRow } from '../../shared/ui/stale-changes.tsx';

const EXCERPT = 160;
/** The part of a long text around its first difference from another text. */
const excerpt = (text: string, other: string): string => {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at += 1;
  const from = Math.max(0, at - 30);
  const part = text.slice(from, from + EXCERPT).replace(/\s+/g, ' ');
  return `${from > 0 ? '…' : ''}${part}${from + EXCERPT < text.length ? '…' : ''}` || '—';
};

export type ShownField = readonly [key: string, label: string, was: string, theirs: string, mine: string];
type Props = {
  fields: readonly ShownField[];
  busy: boolean;
  onTake: () => void;
  onOverwrite: () => void;
};
/** What another person has changed in an email or page meanwhile. */
export const TextStale = ({ fields, ...rest }: Props): ReactNode => {
  const t = useT('phishing__editor');
  const rows = fields
    .filter(([, , was, theirs]) => was !== theirs)
    .map(([key, label, was, theirs, mine]): StaleRow => ({
      key,
      label,
      from: excerpt(was, theirs),
      to: excerpt(theirs, was),
      mine: mine !== was && mine !== theirs ? excerpt(mine, theirs) : undefined,
    }));
  return <StaleChanges title={t('stale.title')} same={t('stale.same')} rows={rows} {...rest} />;
};
