import { Button, SegmentedControl } from '@mantine/core';
import { IconFileUpload, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { useGo, useSearchState } from '../../shared/nav/nav.tsx';
import { LoadingState } from '../../shared/ui/states.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import { DepartmentsView } from '../departments/public.ts';
import { EmployeesList } from './employees-list.tsx';

const EmployeeModal = lazy(() => import('./employee-modal.tsx'));
const ImportWizard = lazy(() => import('./import-wizard.tsx'));

const viewState = { view: 'employees', import: '' };

/** The staff: people, or the departments they work in. */
export default function EmployeesScreen(): ReactNode {
  const t = useT('staff__employees');
  const [{ view, import: importing }, set] = useSearchState(viewState);
  const go = useGo();
  const [adding, setAdding] = useState(false);
  const [count, setCount] = useState<number>();
  return (
    <>
      <PageHead
        title={t('title')}
        count={view === 'employees' ? count : undefined}
        actions={
          <>
            <Button variant="default" leftSection={<IconFileUpload size={16} />} onClick={() => set({ import: 'new' })}>
              {t('import')}
            </Button>
            <Button leftSection={<IconUserPlus size={16} />} onClick={() => setAdding(true)}>
              {t('add')}
            </Button>
          </>
        }
      />
      <SegmentedControl
        mb="md"
        value={view === 'departments' ? 'departments' : 'employees'}
        onChange={(next) => go({ screen: 'staff.employees', search: next === 'departments' ? { view: next } : {} })}
        aria-label={t('views')}
        data={[
          { value: 'employees', label: t('view_employees') },
          { value: 'departments', label: t('view_departments') },
        ]}
      />
      {view === 'departments' ? (
        <Suspense fallback={<LoadingState />}>
          <DepartmentsView />
        </Suspense>
      ) : (
        <EmployeesList
          onCount={setCount}
          empty={{
            icon: IconUsers,
            title: t('empty'),
            hint: t('empty_hint'),
            action: (
              <Button leftSection={<IconFileUpload size={16} />} onClick={() => set({ import: 'new' })}>
                {t('import')}
              </Button>
            ),
          }}
        />
      )}
      <Suspense fallback={null}>
        {adding && <EmployeeModal person={null} onClose={() => setAdding(false)} />}
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
