import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { PersonRun } from '@sergak/contract/automation/automation.schema.ts';
import { formatDateTime } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ownTitle } from '../../shared/own-title.ts';
import { useRead } from '../../shared/query.ts';
import { StatusBadge, type Tone } from '../../shared/ui/badges.tsx';
import { Section } from '../../shared/ui/section.tsx';
import css from './employees.module.css';

const FIRST = 5;
const MOST = 100;
const tones: Record<PersonRun['state'], Tone> = { done: 'good', waiting: 'planned', skipped: 'neutral', failed: 'bad' };

const Run = ({ run }: { run: PersonRun }): ReactNode => {
  const t = useT('employees__employee');
  const words = useT('automation');
  const { tag, action, state, reason } = run;
  const about = [
    tag.id === null ? t('tag_runs.deleted', { title: ownTitle(tag.title) }) : ownTitle(tag.title),
    formatDateTime(run.done_at ?? run.due_at),
    ...(reason === null ? [] : [words(`reason.${reason}`)]),
  ];
  return (
    <li>
      <span>{words('titled', { type: words(`type.${action.type}`), title: action.title })}</span>
      <StatusBadge tone={tones[state]}>{words(`state.${state}`)}</StatusBadge>
      <small className={css['quiet']}>{about.join(' · ')}</small>
    </li>
  );
};

/** Tag actions that ran for a person, latest first; nothing if there are none. */
export const EmployeeTagRuns = ({ id }: { id: string }): ReactNode => {
  const t = useT('employees__employee');
  const [limit, setLimit] = useState(FIRST);
  const { data } = useRead('automation.person-runs', { id, limit }, { quiet: true });
  if (data === undefined || data.total_count === 0) return null;
  return (
    <Section title={t('tag_runs.title')}>
      <ul className={css['tag-runs']}>
        {data.data.map((run) => (
          <Run key={run.id} run={run} />
        ))}
      </ul>
      {data.total_count > limit && limit < MOST && (
        <Button variant="default" size="compact-md" onClick={() => setLimit(MOST)}>
          {t('commons:more')}
        </Button>
      )}
    </Section>
  );
};
