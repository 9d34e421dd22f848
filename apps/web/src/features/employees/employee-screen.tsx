import { Avatar, Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Employee } from '@sergak/contract/employees/employees.schema.ts';
import { isApiError } from '../../shared/api-error.ts';
import { formatDate } from '../../shared/format.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useScreenParams } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { useMay } from '../../shared/session.ts';
import { StatusBadge, TagBadge } from '../../shared/ui/badges.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { Facts, Section } from '../../shared/ui/section.tsx';
import { ErrorState, LoadingState, NotFound } from '../../shared/ui/states.tsx';
import { EmployeeNote } from './employee-note.tsx';
import { EmployeeRisk } from './employee-risk.tsx';
import css from './employees.module.css';

const PersonHistory = lazy(() => import('../statistics/public.ts').then((all) => ({ default: all.PersonHistory })));
const EmployeeModal = lazy(() => import('./employee-modal.tsx'));

/** One person: who it is, how risky and why, what was noted. */
export default function EmployeeScreen(): ReactNode {
  const t = useT('staff__employee');
  const { employee_id } = useScreenParams('staff.employee');
  const found = useRead('employees.get', { id: employee_id }, { quiet: true, fresh: true });
  if (found.data !== undefined) return <Page person={found.data} />;
  if (!found.isError) return <LoadingState full />;
  const gone = isApiError(found.error) && (found.error.status === 404 || found.error.status === 422);
  return gone ? (
    <NotFound
      title={t('gone')}
      hint={t('gone_hint')}
      action={
        <ButtonLink screen="staff.employees" variant="default">
          {t('to_list')}
        </ButtonLink>
      }
    />
  ) : (
    <ErrorState onRetry={() => void found.refetch()} />
  );
}

const Page = ({ person }: { person: Employee }): ReactNode => {
  const t = useT('staff__employee');
  const [editing, setEditing] = useState(false);
  const statistics = useMay('admin.statistics');
  const initials = `${person.first_name.charAt(0)}${person.last_name.charAt(0)}`;
  return (
    <>
      <PageHead
        title={person.full_name}
        hint={person.position || undefined}
        trail={[
          <ScreenLink key="list" screen="staff.employees">
            {t('list')}
          </ScreenLink>,
        ]}
        badge={
          <StatusBadge tone={person.is_registered ? 'good' : 'neutral'}>
            {t(person.is_registered ? 'registered' : 'not_registered')}
          </StatusBadge>
        }
        actions={
          <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setEditing(true)}>
            {t('commons:edit')}
          </Button>
        }
      />
      <div className={css['columns']}>
        <div className={css['side']}>
          <EmployeeRisk person={person} />
          {statistics && (
            <Suspense fallback={<LoadingState />}>
              <PersonHistory person={person.id} />
            </Suspense>
          )}
          <EmployeeNote id={person.id} />
        </div>
        <div className={css['side']}>
          <Section title={t('about')}>
            <Avatar src={person.avatar_url} size={72} mb="md" color="brand" variant="light" alt="">
              {initials}
            </Avatar>
            <Facts
              items={[
                [t('name'), person.full_name],
                [
                  t('email'),
                  <a key="mail" href={`mailto:${person.email}`}>
                    {person.email}
                  </a>,
                ],
                [t('position'), person.position || '—'],
                [t('department'), person.department_path.map((one) => one.title).join(' / ')],
                [t('role'), t(`roles.${person.role}`)],
                [t('since'), formatDate(person.created_at)],
                [
                  t(person.is_registered ? 'registered_at' : 'invited_at'),
                  (person.is_registered ? person.registered_at : person.invited_at) === null
                    ? '—'
                    : formatDate((person.is_registered ? person.registered_at : person.invited_at)!),
                ],
              ]}
            />
          </Section>
          <Section title={t('tags')}>
            {person.tags.length === 0 ? (
              <p className={css['quiet']}>{t('no_tags')}</p>
            ) : (
              <div className={css['all-tags']}>
                {person.tags.map((tag) => (
                  <TagBadge key={tag.id} color={tag.color}>
                    {tag.title}
                  </TagBadge>
                ))}
              </div>
            )}
          </Section>
        </div>
      </div>
      {editing && (
        <Suspense fallback={null}>
          <EmployeeModal person={person} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  );
};
