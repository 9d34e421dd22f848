import { Button } from '@mantine/core';
import {
  IconBellRinging,
  IconFishHook,
  IconMail,
  IconMailForward,
  IconSchool,
  IconTag,
  type TablerIcon,
} from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { selectionOfIds } from '@sergak/contract/employees/people-selection.rules.ts';
import type { Employee } from '@sergak/contract/employees/employees.schema.ts';
import { formatNumber, formatPercent } from '../../shared/format.ts';
import { text, useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo } from '../../shared/nav/nav.tsx';
import { useRead, useWrite } from '../../shared/query.ts';
import { useAnonymous, usePermission } from '../../shared/session.ts';
import { showToast } from '../../shared/toasts.ts';
import { RiskBadge, ShareBar } from '../../shared/ui/badges.tsx';
import { Figure } from '../../shared/ui/figure.tsx';
import { lazy, lazyWindow } from '../../shared/ui/lazy.tsx';
import { learningColor, phishingColor } from '../../shared/ui/risk.ts';
import { Section } from '../../shared/ui/section.tsx';
import { LoadingState } from '../../shared/ui/states.tsx';
import { BulkCourseDialog } from '../learning/public.ts';
import { NotifyDialog } from '../organizations/public.ts';
import css from './person-answer.module.css';
import { keepSelection } from './selection.ts';

const TagDialog = lazyWindow(() => import('./tag-dialog.tsx').then((all) => ({ default: all.TagDialog })));
const PersonWhy = lazy(() => import('../statistics/public.ts').then((all) => ({ default: all.PersonWhy })));

/** Courses of a person that are read to find those in which the person is behind. */
const COURSES_READ = 50;

/** The first question about a person: how risky, why, and what helps now. */
export const PersonAnswer = ({ person }: { person: Employee }): ReactNode => {
  const t = useT('employees__employee');
  const anonymous = useAnonymous();
  const reasons = usePermission('admin.statistics') && !anonymous;
  const level = person.statistics.risk_level;
  return (
    <Section title={t('risk')}>
      <div className={css['answer']}>
        <div className={css['level']}>
          {anonymous ? (
            <p className={css['quiet']}>{t('commons:anonymous.short')}</p>
          ) : (
            <div className={css['badge']}>
              <Figure id="risk_level">
                <RiskBadge level={level} word />
              </Figure>
            </div>
          )}
          {!anonymous && level === null && <p className={css['quiet']}>{t('risk_missing')}</p>}
          <Indicators person={person} />
        </div>
        {reasons && level !== null && (
          <div className={css['why']}>
            <Suspense fallback={<LoadingState />}>
              <PersonWhy person={person.id} />
            </Suspense>
            <ScreenLink
              screen="staff.employee"
              params={{ employee_id: person.id }}
              search={{ tab: 'risk' }}
              className={`link ${css['all']}`}
            >
              {t('answer.all')}
            </ScreenLink>
          </div>
        )}
      </div>
      <Helps person={person} />
    </Section>
  );
};

const Indicators = ({ person }: { person: Employee }): ReactNode => {
  const t = useT('employees__employee');
  const { phishing_indicator, learning_progress } = person.statistics;
  return (
    <dl className={css['indicators']}>
      {phishing_indicator !== null && (
        <div>
          <dt>{t('phishing')}</dt>
          <dd>
            <Figure id="phishing_indicator">
              <ShareBar
                value={phishing_indicator}
                label={formatPercent(phishing_indicator)}
                color={phishingColor(phishing_indicator)}
                harm
              />
            </Figure>
          </dd>
        </div>
      )}
      {learning_progress !== null && (
        <div>
          <dt>{t('learning')}</dt>
          <dd>
            <Figure id="learning_progress">
              <ShareBar
                value={learning_progress}
                label={formatPercent(learning_progress)}
                color={learningColor(learning_progress)}
              />
            </Figure>
          </dd>
        </div>
      )}
    </dl>
  );
};

type ActionProps = { icon: TablerIcon; onClick: () => void; loading?: boolean; first?: boolean; children: ReactNode };
const Action = ({ icon: Icon, onClick, loading = false, first = false, children }: ActionProps): ReactNode => (
  <Button
    size="compact-md"
    variant={first ? 'filled' : 'default'}
    leftSection={<Icon size={16} aria-hidden />}
    loading={loading}
    onClick={onClick}
  >
    {children}
  </Button>
);

/** Courses in which the person is behind, each with a button that reminds of it. */
const Reminders = ({ id }: { id: string }): ReactNode => {
  const t = useT('employees__employee');
  const courses = useRead('learning.person-courses', { id, limit: COURSES_READ }, { quiet: true }).data?.data ?? [];
  const remind = useWrite('learning.remind');
  return courses
    .filter((one) => one.state === 'behind')
    .map((one) => (
      <Action
        key={one.id}
        icon={IconBellRinging}
        first
        loading={remind.isPending && remind.variables.id === one.id}
        onClick={() =>
          remind.mutate(
            { id: one.id, selection: { ids: { include_ids: [id] } } },
            { onSuccess: () => showToast({ kind: 'success', text: t('answer.reminded', { course: one.title }) }) },
          )
        }
      >
        {t('answer.remind', { course: one.title })}
      </Action>
    ));
};

type Asking = 'course' | 'notify' | 'tag' | null;

/** What an administrator can do for the person now; what fits the state of the person comes first. */
const Helps = ({ person }: { person: Employee }): ReactNode => {
  const t = useT('employees__employee');
  const go = useGo();
  const mayCampaign = usePermission('admin.phishing.campaigns');
  const mayTag = usePermission('admin.staff.tags');
  const mayAssign = usePermission('admin.learning.assigned');
  const [asking, setAsking] = useState<Asking>(null);
  const reinvite = useWrite('employees.reinvite');
  const selection = selectionOfIds([person.id]);
  const close = (): void => setAsking(null);
  const invite = (): void =>
    reinvite.mutate(selection, {
      onSuccess: ({ count }) =>
        showToast({ kind: 'success', text: text('tips:employess.reinvite', { number: formatNumber(count) }) }),
    });
  const campaign = (): void => {
    keepSelection({ selection, count: 1 });
    go({ screen: 'phishing.campaign-create', search: { from: 'staff' } });
  };
  return (
    <div className={css['helps']}>
      <h3>{t('answer.helps')}</h3>
      <div className={css['actions']}>
        {!person.is_registered && (
          <Action icon={IconMailForward} first loading={reinvite.isPending} onClick={invite}>
            {t('invite')}
          </Action>
        )}
        {mayAssign && <Reminders id={person.id} />}
        {mayAssign && (
          <Action icon={IconSchool} onClick={() => setAsking('course')}>
            {t('courses.assign')}
          </Action>
        )}
        {mayCampaign && (
          <Action icon={IconFishHook} onClick={campaign}>
            {t('answer.campaign')}
          </Action>
        )}
        {mayTag && (
          <Action icon={IconTag} onClick={() => setAsking('tag')}>
            {t('answer.tag')}
          </Action>
        )}
        <Action icon={IconMail} onClick={() => setAsking('notify')}>
          {t('answer.write')}
        </Action>
      </div>
      {asking === 'course' && <BulkCourseDialog selection={selection} onClose={close} onDone={close} />}
      {asking !== null && asking !== 'course' && (
        <Suspense fallback={null}>
          {asking === 'tag' ? (
            <TagDialog selection={selection} count={1} onClose={close} onDone={close} />
          ) : (
            <NotifyDialog selection={selection} count={1} onClose={close} onDone={close} />
          )}
        </Suspense>
      )}
    </div>
  );
};
