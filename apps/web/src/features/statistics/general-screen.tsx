import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { usePermission, useMe } from '../../shared/session.ts';
import { Statistics } from './statistics.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';
import { WaitingCard } from '../notifications/public.ts';
import { SetUpCard } from '../organizations/public.ts';
import css from './statistics.module.css';

const FirstSteps = lazy(() => import('./first-steps.tsx'));

/** Stored in the browser per person and organisation: the first steps are done or dismissed. */
const useFirstSteps = (): { wanted: boolean; end: () => void } => {
  const me = useMe();
  const runs = [
    usePermission('admin.staff.employees'),
    usePermission('admin.phishing.campaigns'),
    usePermission('admin.organization'),
  ];
  const key = `sergak.first-steps.${me.id}.${me.acting_organization.id}`;
  const [ended, setEnded] = useState(() => localStorage.getItem(key) !== null);
  const end = useCallback(() => {
    localStorage.setItem(key, 'ended');
    setEnded(true);
  }, [key]);
  return { wanted: !ended && runs.every(Boolean), end };
};

/** The statistics of the current organisation; above them what a new installation asks, and the open first steps. */
export default function GeneralStatisticsScreen(): ReactNode {
  const first = useFirstSteps();
  return (
    <Statistics
      id={useMe().acting_organization.id}
      above={
        <div className={css['above']}>
          <WaitingCard />
          <SetUpCard />
          {first.wanted && (
            <Suspense fallback={null}>
              <FirstSteps onEnd={first.end} />
            </Suspense>
          )}
        </div>
      }
    />
  );
}
