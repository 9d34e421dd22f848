import { type ReactNode, Suspense } from 'react';
import { useMe } from '../../shared/session.ts';
import { Statistics } from './statistics.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';
import css from './statistics.module.css';

const FirstSteps = lazy(() => import('./first-steps.tsx'));
const WaitingCard = lazy(async () => ({ default: (await import('../notifications/public.ts')).WaitingCard }));
const SetUpCard = lazy(async () => ({ default: (await import('../organizations/public.ts')).SetUpCard }));

/** The statistics of the current organisation; above them what a new installation asks, and the open first steps. */
export default function GeneralStatisticsScreen(): ReactNode {
  return (
    <Statistics
      id={useMe().acting_organization.id}
      above={
        <div className={css['above']}>
          <Suspense fallback={null}>
            <SetUpCard />
            <FirstSteps />
          </Suspense>
          <Suspense fallback={null}>
            <WaitingCard />
          </Suspense>
        </div>
      }
    />
  );
}
