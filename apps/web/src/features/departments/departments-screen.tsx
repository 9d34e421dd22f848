import type { ReactNode } from 'react';
import { useT } from '../../shared/i18n/use-t.ts';
import { ScreenLink } from '../../shared/nav/nav.tsx';
import { PageHead } from '../../shared/ui/page-head.tsx';
import DepartmentsView from './departments-view.tsx';

/** The departments as a page of their own. */
export default function DepartmentsScreen(): ReactNode {
  const t = useT('staff__departments');
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
      <DepartmentsView />
    </>
  );
}
