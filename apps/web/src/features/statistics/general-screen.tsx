import { type ReactNode, Suspense } from 'react';
import { useMe } from '../../shared/session.ts';
import { Statistics } from './statistics.tsx';
import { lazy } from '../../shared/ui/lazy.tsx';
import { WaitingCard } from '../notifications/public.ts';
import { SetUpCard } from '../organizations/public.ts';
import css from './statistics.module.css';

const FirstSteps = lazy(() => import('./first-steps.tsx'));

/** The statistics of the current organisation; above them what a new installation asks, and the open first steps. */
export default function GeneralStatisticsScreen(): ReactNode {
  return (
    <Statistics
      id={useMe().acting_organization.id}
      above={
        <div className={css['above']}>
          <SetUpCard />
          <Suspense fallback={null}>
            <FirstSteps />
          </Suspense>
          <WaitingCard />
        </div>
      }
    />
  );
}
