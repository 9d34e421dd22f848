import type { ReactNode } from 'react';
import type { StarterCopy } from '@sergak/contract/starter/starter.schema.ts';
import { useT } from '../i18n/use-t.ts';
import { ColorBadge } from '../ui/badges.tsx';

export const starterStates = ['any', 'new', 'unused', 'update', 'changed'] as const;
export type StarterState = (typeof starterStates)[number];
type Facts = { readonly is_new: boolean; readonly copies: readonly StarterCopy[] };

/** Whether an entry belongs to a state of the filter. */
export const isIn = (state: StarterState, { is_new, copies }: Facts): boolean =>
  state === 'any' ||
  (state === 'new' && is_new) ||
  (state === 'unused' && copies.length === 0) ||
  (state === 'update' && copies.some((copy) => copy.outdated)) ||
  (state === 'changed' && copies.some((copy) => copy.changed));

/** What the organisation has of an entry; nothing of an entry that is neither new nor copied. */
export const StateBadge = ({ is_new, copies }: Facts): ReactNode => {
  const t = useT('library__starter');
  if (copies.some((copy) => copy.outdated)) return <ColorBadge color="yellow">{t('state.update')}</ColorBadge>;
  if (copies.some((copy) => copy.changed)) return <ColorBadge color="green">{t('state.changed')}</ColorBadge>;
  if (copies.length > 0)
    return (
      <ColorBadge color="green">{t(copies.every((one) => one.archived) ? 'state.archived' : 'state.same')}</ColorBadge>
    );
  return is_new ? <ColorBadge color="yellow">{t('state.new')}</ColorBadge> : null;
};
