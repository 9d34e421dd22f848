import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import type { Employee } from '@sergak/contract/employees/employees.schema.ts';
import { isApiError } from '../../shared/api-error.ts';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo } from '../../shared/nav/nav.tsx';
import { useRead } from '../../shared/query.ts';
import { useAnonymous, usePermission } from '../../shared/session.ts';
import { StatusBadge } from '../../shared/ui/badges.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { ErrorState, LoadingState } from '../../shared/ui/states.tsx';
import { LinkTabs } from '../../shared/ui/tabs.tsx';
import { PersonGone } from './person-gone.tsx';
import { lazyWindow } from '../../shared/ui/lazy.tsx';

const EmployeeModal = lazyWindow(() => import('./employee-modal.tsx'));

export const employeeTabs = ['about', 'note', 'risk', 'phishing', 'courses'] as const;
export type EmployeeTab = (typeof employeeTabs)[number];
type Props = { id: string; tab: EmployeeTab; children: (person: Employee) => ReactNode };

/** The head of a person's pages: identity and actions, above the open tab. */
export const EmployeeFrame = ({ id, tab, children }: Props): ReactNode => {
  const t = useT('employees__employee');
  const found = useRead('employees.get', { id }, { quiet: true, fresh: true });
  if (found.data !== undefined)
    return (
      <>
        <Head person={found.data} />
        <PageTabs id={id} tab={tab} />
        {children(found.data)}
      </>
    );
  if (!found.isError) return <LoadingState full />;
  const gone = isApiError(found.error) && (found.error.status === 404 || found.error.status === 422);
  if (!gone) return <ErrorState onRetry={() => void found.refetch()} />;
  return <PersonGone title={t('gone')} hint={t('gone_hint')} />;
};

const PageTabs = ({ id, tab }: { id: string; tab: EmployeeTab }): ReactNode => {
  const t = useT('employees__employee');
  const statistics = usePermission('admin.statistics');
  const anonymous = useAnonymous();
  const params = { employee_id: id };
  const items = employeeTabs
    .filter((one) => statistics || one !== 'phishing')
    .filter((one) => !anonymous || (one !== 'phishing' && one !== 'risk'))
    .map((value) => ({
      value,
      label: t(`tab.${value}`),
      to:
        value === 'courses'
          ? ({ screen: 'staff.employee-courses', params } as const)
          : ({ screen: 'staff.employee', params, search: value === 'about' ? {} : { tab: value } } as const),
    }));
  return <LinkTabs label={t('tab.label')} items={items} value={tab} />;
};

const Head = ({ person }: { person: Employee }): ReactNode => {
  const t = useT('employees__employee');
  const go = useGo();
  const [editing, setEditing] = useState(false);
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
      {editing && (
        <Suspense fallback={null}>
          <EmployeeModal
            person={person}
            onClose={() => setEditing(false)}
            onRemoved={() => go({ screen: 'staff.employees' })}
          />
        </Suspense>
      )}
    </>
  );
};
