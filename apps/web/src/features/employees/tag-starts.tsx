import type { ReactNode } from 'react';
import type { Tag } from '@sergak/contract/tags/tags.schema.ts';
import { formatNumber } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ownTitle } from '../../shared/own-title.ts';
import { useRead } from '../../shared/query.ts';
import css from './employees.module.css';

/** Tags that a new person gets at once. */
const isForNewPeople = (tag: Tag): boolean => tag.type === 'newbie' || tag.type === 'not_registered';

type Props = {
  /** Number of people who are about to be added; null for an existing person. */
  added: number | null;
  /** The tags that these people are about to get; by default the tags of new people. */
  joins?: (tag: Tag) => boolean;
};
/** Warns that tags will run actions (courses, emails) for people who are added or get these tags. */
export const TagStarts = ({ added, joins = isForNewPeople }: Props): ReactNode => {
  const t = useT('employees');
  const tags = useRead('tags.list', {}, { enabled: added !== 0, staleTime: 60_000, quiet: true }).data?.data ?? [];
  const acting = tags.filter((tag) => joins(tag) && tag.is_active && tag.actions_count > 0);
  if (added === 0 || acting.length === 0) return null;
  const list = acting
    .map((tag) => t('starts.tag', { title: ownTitle(tag.title), number: formatNumber(tag.actions_count) }))
    .join(', ');
  return (
    <p className={css['notice']} role="status">
      {added === null
        ? t('starts.here', { tags: list })
        : t('starts.new', { count: added, number: formatNumber(added), tags: list })}
    </p>
  );
};
