import type { ReactNode } from 'react';
import type { AssignmentRow } from '@sergak/contract/learning/learning.schema.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';

const tones = { active: 'active', planned: 'planned', completed: 'good' } as const;

/** The state of an assigned course in one word: an active one may be paused or overdue. */
export const AssignmentStatusBadge = ({
  one,
}: {
  one: Pick<AssignmentRow, 'status' | 'overdue' | 'paused_at'>;
}): ReactNode => {
  const t = useT('learning');
  if (one.status === 'active' && one.paused_at !== null)
    return <StatusBadge tone="warning">{t('status.paused')}</StatusBadge>;
  if (one.overdue) return <StatusBadge tone="bad">{t('status.overdue')}</StatusBadge>;
  return <StatusBadge tone={tones[one.status]}>{t(`status.${one.status}`)}</StatusBadge>;
};
