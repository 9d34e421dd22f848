import { Button } from '@mantine/core';
import { IconFileUpload, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useGo, useSearchState } from '../../shared/nav/nav.tsx';
import { LoadingState } from '../../shared/ui/states.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { DepartmentsView } from '../departments/public.ts';
import { useNobodyToAdd } from '../organizations/public.ts';
import { EmployeesList } from './employees-list.tsx';
import { lazy, lazyWindow } from '../../shared/ui/lazy.tsx';
import { Tabs } from '../../shared/ui/tabs.tsx';

const EmployeeModal = lazyWindow(() => import('./employee-modal.tsx'));
const RemovedList = lazy(() => import('./removed-list.tsx'));
const ImportWizard = lazyWindow(() => import('./import-wizard.tsx'));

const views = ['employees', 'departments', 'removed'] as const;
const viewState = { view: 'employees', import: '', add: '' };

/** The employees page: people, or their departments. */
export default function EmployeesScreen(): ReactNode {
  const t = useT('employees');
  const [{ view, import: importing, add }, set] = useSearchState(viewState);
  const go = useGo();
  const [count, setCount] = useState<number>();
  const stopped = useNobodyToAdd();
  const whenStopped = { disabled: stopped !== undefined, title: stopped };
  const load = (variant: 'default' | 'filled'): ReactNode => (
    <Button
      {...whenStopped}
      variant={variant}
      leftSection={<IconFileUpload size={16} />}
      onClick={() => set({ import: 'new' })}
    >
      {t('import')}
    </Button>
  );
  return (
    <>
      <PageHead
        title={t('title')}
        count={view === 'departments' || view === 'removed' ? undefined : count}
        actions={
          <>
            {load('default')}
            <Button {...whenStopped} leftSection={<IconUserPlus size={16} />} onClick={() => set({ add: 'new' })}>
              {t('add')}
            </Button>
          </>
        }
      />
      <Tabs
        label={t('views')}
        value={views.find((one) => one === view) ?? 'employees'}
        onChange={(next) => go({ screen: 'staff.employees', search: next === 'employees' ? {} : { view: next } })}
        items={views.map((value) => ({ value, label: t(`view.${value}`) }))}
      >
        {view === 'departments' || view === 'removed' ? (
          <Suspense fallback={<LoadingState />}>{view === 'removed' ? <RemovedList /> : <DepartmentsView />}</Suspense>
        ) : (
          <EmployeesList
            onCount={setCount}
            uploading={importing !== ''}
            empty={{
              icon: IconUsers,
              title: t('empty'),
              hint: t('empty_hint'),
              action: load('filled'),
            }}
          />
        )}
      </Tabs>
      <Suspense fallback={null}>
        {add !== '' && stopped === undefined && (
          <EmployeeModal person={null} onClose={() => set({ add: '' }, { replace: true })} />
        )}
        {importing !== '' && (
          <ImportWizard
            id={importing}
            onId={(id) => set({ import: id }, { replace: true })}
            onClose={() => set({ import: '' })}
          />
        )}
      </Suspense>
    </>
  );
}
