import { Avatar } from '@mantine/core';
import { type ReactNode, Suspense } from 'react';
import type { Employee } from '@sergak/contract/employees/employees.schema.ts';
import { formatDate } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useScreenParams, useSearchState } from '../../shared/nav/nav.tsx';
import { ownTitle } from '../../shared/own-title.ts';
import { useAnonymous, usePermission } from '../../shared/session.ts';
import { AnonymousNote } from '../../shared/ui/anonymous-note.tsx';
import { TagBadge } from '../../shared/ui/badges.tsx';
import { Facts, Section } from '../../shared/ui/section.tsx';
import { LoadingState } from '../../shared/ui/states.tsx';
import { EmployeeFrame, employeeTabs } from './employee-frame.tsx';
import { EmployeeNote } from './employee-note.tsx';
import { EmployeeTagRuns } from './employee-tag-runs.tsx';
import { PersonAuthenticator, PersonLink, PersonSessions } from '../session/public.ts';
import { EmployeeRisk } from './employee-risk.tsx';
import { PersonAnswer } from './person-answer.tsx';
import { PersonHistory } from './person-history.tsx';
import { Email } from '../../shared/ui/email.tsx';
import css from './employees.module.css';
import { lazy } from '../../shared/ui/lazy.tsx';

const PersonRisk = lazy(() => import('../statistics/public.ts').then((all) => ({ default: all.PersonRisk })));
const PersonPhishing = lazy(() => import('../statistics/public.ts').then((all) => ({ default: all.PersonPhishing })));

const usual = { tab: 'about' };

/** One person: identity, risk and its causes, results in campaigns, and notes. */
export default function EmployeeScreen(): ReactNode {
  const { employee_id } = useScreenParams('staff.employee');
  const anonymous = useAnonymous();
  const [search] = useSearchState(usual);
  const tab = employeeTabs.find((one) => one === search.tab && one !== 'courses') ?? 'about';
  return (
    <EmployeeFrame id={employee_id} tab={tab}>
      {(person) => (
        <Suspense fallback={<LoadingState />}>
          {tab === 'about' && <About person={person} />}
          {tab === 'note' && <EmployeeNote key={person.id} id={person.id} />}
          {tab === 'risk' && (anonymous ? <AnonymousNote about="people" /> : <Risk person={person} />)}
          {tab === 'phishing' && (anonymous ? <AnonymousNote about="people" /> : <Phishing person={person} />)}
        </Suspense>
      )}
    </EmployeeFrame>
  );
}

const Risk = ({ person }: { person: Employee }): ReactNode => {
  const statistics = usePermission('admin.statistics');
  return (
    <div className={css['side']}>
      <EmployeeRisk person={person} />
      {statistics && <PersonRisk person={person.id} />}
    </div>
  );
};

const Phishing = ({ person }: { person: Employee }): ReactNode => {
  const t = useT('employees__employee');
  return (
    <Section title={t('emails')} hint={t('emails_hint')}>
      <PersonPhishing person={person.id} />
    </Section>
  );
};

const About = ({ person }: { person: Employee }): ReactNode => {
  const anonymous = useAnonymous();
  const tagged = usePermission('admin.staff.tags') && !anonymous;
  return (
    <div className={css['columns']}>
      <div className={css['side']}>
        <PersonAnswer person={person} />
        <PersonHistory id={person.id} />
      </div>
      <div className={css['side']}>
        <Basics person={person} />
        <Tags person={person} />
        <PersonAuthenticator id={person.id} />
        <PersonLink id={person.id} />
        <PersonSessions id={person.id} />
        {tagged && <EmployeeTagRuns id={person.id} />}
      </div>
    </div>
  );
};

const Basics = ({ person }: { person: Employee }): ReactNode => {
  const t = useT('employees__employee');
  const when = person.is_registered ? person.registered_at : person.invited_at;
  return (
    <Section title={t('about')}>
      <Avatar src={person.avatar_url} size={72} mb="md" color="brand" variant="light" alt="">
        {`${person.first_name.charAt(0)}${person.last_name.charAt(0)}`}
      </Avatar>
      <Facts
        items={[
          [t('name'), person.full_name],
          [
            t('email'),
            <a key="mail" href={`mailto:${person.email}`}>
              <Email value={person.email} />
            </a>,
          ],
          [t('position'), person.position || '—'],
          [
            t('department'),
            <ScreenLink key="department" screen="staff.department" params={{ department_id: person.department.id }}>
              {person.department_path.map((one) => ownTitle(one.title)).join(' / ')}
            </ScreenLink>,
          ],
          [t('role'), t(`roles.${person.role}`)],
          [t('since'), formatDate(person.created_at)],
          [t(person.is_registered ? 'registered_at' : 'invited_at'), when === null ? '—' : formatDate(when)],
        ]}
      />
    </Section>
  );
};

const Tags = ({ person }: { person: Employee }): ReactNode => {
  const t = useT('employees__employee');
  return (
    <Section title={t('tags')}>
      {person.tags.length === 0 ? (
        <p className={css['quiet']}>{t('no_tags')}</p>
      ) : (
        <div className={css['all-tags']}>
          {person.tags.map((tag) => (
            <TagBadge key={tag.id} color={tag.color}>
              {ownTitle(tag.title)}
            </TagBadge>
          ))}
        </div>
      )}
    </Section>
  );
};
