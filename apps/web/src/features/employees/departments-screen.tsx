import { type ReactNode, Suspense } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink, useGo, useSearchState } from '../../shared/nav/nav.tsx';
import { keepIds } from '../../shared/nav/search-params.ts';
import { useRead } from '../../shared/query.ts';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { LoadingState } from '../../shared/ui/states.tsx';
import { DepartmentCrumbs, DepartmentsView } from '../departments/public.ts';
import { Tabs } from '../../shared/ui/tabs.tsx';
import { DepartmentPeople } from './department-people.tsx';

const tabs = ['employees', 'departments'] as const;
const usual = { tab: 'employees', department: '' };

/** The departments page: the people of a department with its children, or its child departments. */
export default function DepartmentsScreen(): ReactNode {
  const t = useT('departments');
  const go = useGo();
  const [{ tab, department: asked }] = useSearchState(usual);
  const department = keepIds(asked);
  const shown = tabs.find((one) => one === tab) ?? 'employees';
  return (
    <>
      <PageHead
        title={t('title')}
        trail={[
          <ScreenLink key="staff" screen="staff.employees">
            {t('staff')}
          </ScreenLink>,
        ]}
      />
      <Tabs
        label={t('tabs')}
        value={shown}
        onChange={(next) =>
          go({
            screen: 'staff.departments',
            search: { ...(next === 'employees' ? {} : { tab: next }), ...(department === '' ? {} : { department }) },
          })
        }
        items={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
      >
        <Suspense fallback={<LoadingState />}>
          {shown === 'departments' ? <DepartmentsView /> : <PeopleOf department={department} />}
        </Suspense>
      </Tabs>
    </>
  );
}

/** The people of the department that the crumbs lead to. */
const PeopleOf = ({ department }: { department: string }): ReactNode => {
  const go = useGo();
  const way = useRead(
    'departments.stat',
    { parent_id: department, limit: 1 },
    { enabled: department !== '', quiet: true },
  );
  return (
    <>
      <DepartmentCrumbs
        at={department}
        crumbs={department === '' ? [] : (way.data?.breadcrumbs ?? [])}
        onEnter={(id) => go({ screen: 'staff.departments', search: id === '' ? {} : { department: id } })}
      />
      <DepartmentPeople department={department} />
    </>
  );
};
