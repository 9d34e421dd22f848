import { Button } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallOutput } from '../../shared/api.ts';
import { formatNumber, formatPercent } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { ownTitle } from '../../shared/own-title.ts';
import { ShareBar } from '../../shared/ui/badges.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { Drawer } from '../../shared/ui/overlays.tsx';
import { learningColor } from '../../shared/ui/risk.ts';
import { EmptyState, ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import css from './statistics.module.css';
import { useMore } from './use-more.ts';

type GroupName = CallOutput<'statistics.progress-groups'>['data'][number]['name'];
type Person = CallOutput<'statistics.progress-group-people'>['data'][number];

const Row = ({ person, linked }: { person: Person; linked: boolean }): ReactNode => (
  <li className={css['group-person']}>
    <span className={css['who']}>
      {linked ? (
        <ScreenLink screen="staff.employee-courses" params={{ employee_id: person.id }} className={css['name']}>
          {person.full_name}
        </ScreenLink>
      ) : (
        person.full_name
      )}
      <small>{ownTitle(person.department)}</small>
    </span>
    {person.progress !== null && (
      <ShareBar value={person.progress} label={formatPercent(person.progress)} color={learningColor(person.progress)} />
    )}
  </li>
);

/** The people of a progress group, those with the least progress first, and a link to the employee list. */
export default function GroupPeople({
  organization,
  group,
  linked,
  onClose,
}: {
  organization: string;
  group: GroupName;
  /** Whether the reader may open the people's pages. */
  linked: boolean;
  onClose: () => void;
}): ReactNode {
  const t = useT('statistics');
  const { query, rows, total } = useMore('statistics.progress-group-people', { id: organization, group });
  const search = group === 'BEHIND' ? { learning: ['BEHIND'] } : { course_progress: [group] };
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      title={t(`progress.${group}`)}
      closeButtonProps={{ 'aria-label': t('commons:close') }}
    >
      {query.isError && rows === undefined ? (
        <ErrorState onRetry={() => void query.refetch()} />
      ) : rows === undefined ? (
        <LoadingState />
      ) : rows.length === 0 ? (
        <EmptyState icon={IconUsers} title={t('group_people.empty')} />
      ) : (
        <>
          <div className={css['group-head']}>
            <p className={css['quiet']}>
              {t('group_people.count', { count: total ?? 0, number: formatNumber(total ?? 0) })}
            </p>
            {linked && (
              <ButtonLink screen="staff.employees" search={search} variant="light" size="compact-sm">
                {t('group_people.open')}
              </ButtonLink>
            )}
          </div>
          <ul className={css['group-people']}>
            {rows.map((one) => (
              <Row key={one.id} person={one} linked={linked} />
            ))}
          </ul>
          {query.hasNextPage && (
            <Button
              variant="default"
              mt="md"
              fullWidth
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t('more')}
            </Button>
          )}
        </>
      )}
    </Drawer>
  );
}
